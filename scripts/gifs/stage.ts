import { type Colour, palette } from './palette.ts'

export const WIDTH = 240
export const HEIGHT = 180

/** Differences under a tenth of a pixel are invisible. */
export const n = (value: number): string => String(Math.round(value * 10) / 10)

type Placing = { turn?: number; scale?: number }

/** Moves a shape drawn around 0 0 to its position. */
export const put = (x: number, y: number, thing: string, { turn = 0, scale = 1 }: Placing = {}): string =>
  scale < 0.02 ? '' : `<g transform="translate(${n(x)} ${n(y)}) rotate(${n(turn)}) scale(${scale.toFixed(3)})">${thing}</g>`

export const disc = (x: number, y: number, r: number, colour: Colour): string =>
  `<circle cx="${n(x)}" cy="${n(y)}" r="${n(r)}" fill="${palette[colour]}"/>`

/** An ellipse for things seen from above, such as a rim or a puddle. */
export const oval = (x: number, y: number, rx: number, ry: number, colour: Colour): string =>
  `<ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(rx)}" ry="${n(ry)}" fill="${palette[colour]}"/>`

export const block = (x: number, y: number, width: number, height: number, round: number, colour: Colour): string =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${round}" fill="${palette[colour]}"/>`

export const faint = (thing: string, opacity: number): string => `<g opacity="${n(opacity)}">${thing}</g>`

export const fill = (d: string, colour: Colour): string => `<path d="${d}" fill="${palette[colour]}"/>`

export const stroke = (d: string, colour: Colour, width: number): string =>
  `<path d="${d}" fill="none" stroke="${palette[colour]}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`

type Backdrop = { sky: Colour; blob: Colour; ground?: Colour }

/** One frame: a sky, a soft background shape, and the scene. */
export const stage = ({ sky, blob, ground }: Backdrop, ...things: readonly string[]): string =>
  [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="${palette[sky]}"/>`,
    fill('M24 108c-9-52 35-98 98-96s107 40 98 96-49 74-100 74-87-22-96-74z', blob),
    ground ? fill('M0 172q120-16 240 0v8H0z', ground) : '',
    ...things,
    '</svg>',
  ].join('')
