let restricting: Promise<void> | undefined

/**
 * The decoder knows many more formats than we take, and guesses by content. What it may open is a setting of the whole
 * process: made by each worker, it would for a moment close the picture that another one is just opening.
 */
export function restrictDecoder(): Promise<void> {
  restricting ??= restrict()
  return restricting
}

async function restrict() {
  // Loaded with the first picture: a start need not wait for it.
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({
    operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((format) => `VipsForeignLoad${format}Buffer`),
  })
}
