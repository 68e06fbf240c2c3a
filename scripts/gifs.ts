import { readFileSync, writeFileSync } from 'node:fs'
import sharp from 'sharp'
import { type Scene, scenes } from './gifs/scenes.ts'

/**
 * Draws the GIFs that are shipped, into server/gifs. They are kept with the code, so that nobody has to run this but who
 * changes a drawing: node scripts/gifs.ts [id ...]
 */
const folder = new URL('../server/gifs/', import.meta.url)
const listed = (JSON.parse(readFileSync(new URL('index.json', folder), 'utf8')) as { id: string }[]).map(({ id }) => id)
const asked = process.argv.slice(2)
/** Flat colours need few; dots that mix them, or a palette for each frame, would cost more than anybody sees. */
const few = { colours: 32, dither: 0, effort: 10, interFrameMaxError: 8, interPaletteMaxError: 30 }

for (const id of asked.length > 0 ? asked : listed) {
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
