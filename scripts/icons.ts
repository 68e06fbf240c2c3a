import { mkdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'

/**
 * Draws the icons of the installed app into web/public/icons. They are committed, so run this only after changing the logo: node
 * scripts/icons.ts
 */
const folder = new URL('../web/public/icons/', import.meta.url)
const tile = readFileSync(new URL('../web/public/favicon.svg', import.meta.url), 'utf8')
/** Phones that cut their own icon shape need a background up to the edges. The mark stays inside the safe circle. */
const fullBleed = tile.replace('rx="13"', 'rx="0"')
if (fullBleed === tile) throw new Error('The tile of the logo has no rounded corners to fill.')

const icons = [
  { name: 'icon-192.png', drawing: tile, size: 192 },
  { name: 'icon-512.png', drawing: tile, size: 512 },
  { name: 'icon-maskable-512.png', drawing: fullBleed, size: 512 },
  { name: 'apple-touch-icon.png', drawing: fullBleed, size: 180 },
]

mkdirSync(folder, { recursive: true })
for (const { name, drawing, size } of icons) {
  // The drawing is 48 units wide, so this density renders it at the target size.
  const { size: bytes } = await sharp(Buffer.from(drawing), { density: (72 * size) / 48 })
    .resize(size, size)
    .png({ palette: true, effort: 10 })
    .toFile(fileURLToPath(new URL(name, folder)))
  console.log(`${name}: ${Math.ceil(bytes / 1024)} KB`)
}
