import { readFileSync, writeFileSync } from 'node:fs'
import sharp from 'sharp'
import { type Scene, scenes } from './gifs/scenes.ts'

/**
 * Draws the bundled GIFs into server/gifs. They are committed, so run this only after changing a drawing: node scripts/gifs.ts
 * [id ...]
 */
const folder = new URL('../server/gifs/', import.meta.url)
const listed = (JSON.parse(readFileSync(new URL('index.json', folder), 'utf8')) as { id: string }[]).map(({ id }) => id)
const requestedIds = process.argv.slice(2)
/** Flat colours need a small palette. Dithering or a palette per frame would add bytes without a visible difference. */
const few = { colours: 32, dither: 0, effort: 10, interFrameMaxError: 8, interPaletteMaxError: 30 }

for (const id of requestedIds.length > 0 ? requestedIds : listed) {
  const scene = scenes[id]
  if (!scene) throw new Error(`Nobody has drawn "${id}".`)
  const bytes = await film(scene)
  writeFileSync(new URL(`${id}.gif`, folder), bytes)
  console.log(`${id}.gif: ${Math.ceil(bytes.byteLength / 1024)} KB`)
}
const unlisted = Object.keys(scenes).filter((id) => !listed.includes(id))
if (unlisted.length > 0) throw new Error(`Drawn, but not in index.json: ${unlisted.join(', ')}.`)

async function film({ draw, frames, frameMs }: Scene): Promise<Buffer> {
  const drawn = Array.from({ length: frames }, (_, at) =>
    sharp(Buffer.from(draw(at / frames)))
      .png()
      .toBuffer(),
  )
  return sharp(await Promise.all(drawn), { join: { animated: true } })
    .gif({ loop: 0, delay: Array.from({ length: frames }, () => frameMs), ...few })
    .toBuffer()
}
