import { mkdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'

/**
 * Draws the pictures by which a phone shows the installed app, into web/public/icons. They are kept with the code, so that
 * nobody has to run this but who changes the logo: node scripts/icons.ts
 */
const folder = new URL('../web/public/icons/', import.meta.url)
const tile = readFileSync(new URL('../web/public/favicon.svg', import.meta.url), 'utf8')
/** Phones that cut their own shape need the ground up to the edges; the mark itself stays within the circle that none cuts. */
const ground = tile.replace('rx="13"', 'rx="0"')
if (ground === tile) throw new Error('The tile of the logo has no rounded corners to fill.')

const icons = [
  { name: 'icon-192.png', drawing: tile, size: 192 },
  { name: 'icon-512.png', drawing: tile, size: 512 },
  { name: 'icon-maskable-512.png', drawing: ground, size: 512 },
  { name: 'apple-touch-icon.png', drawing: ground, size: 180 },
]

mkdirSync(folder, { recursive: true })
for (const { name, drawing, size } of icons) {
  // Drawn at its size: 72 dots an inch are the 48 of the drawing.
  const { size: bytes } = await sharp(Buffer.from(drawing), { density: (72 * size) / 48 })
    .resize(size, size)
    .png({ palette: true, effort: 10 })
    .toFile(fileURLToPath(new URL(name, folder)))
  console.log(`${name}: ${Math.ceil(bytes / 1024)} KB`)
}
