import { arm, companion } from './companion.ts'
import { between, breathe, hop, later, type Moment, rise, swing, visit } from './motion.ts'
import { disc, fill, n, put, stage, stroke } from './stage.ts'
import { burst, cloud, flower, heart, sparkle, star } from './things.ts'

export function namaste(t: Moment): string {
  const bow = visit(t, [0.15, 0.4], [0.65, 0.9])
  const top = 80 + 8 * bow
  const hands =
    arm('peacockLight', [82, 148], [92, 182], [116, 164], 13) +
    arm('peacockLight', [158, 148], [148, 182], [124, 164], 13) +
    put(120, 150, fill('M0-24Q13-6 10 20H-10Q-13-6 0-24z', 'mint') + stroke('M0-18V18', 'peacockLight', 2.6))
  return stage(
    { sky: 'creamDeep', blob: 'cream' },
    put(38, 44, flower('gulaal', 'marigold'), { turn: 60 * t, scale: 1.1 }),
    put(204, 40, flower('marigold', 'gulaal'), { turn: -60 * t, scale: 1.1 }),
    put(30, 122, flower('marigold', 'gulaal'), { turn: -60 * t, scale: 0.75 }),
    put(212, 118, flower('gulaal', 'marigold'), { turn: 60 * t, scale: 0.75 }),
    companion({
      x: 120,
      top,
      r: 46,
      colour: 'peacock',
      eyes: bow > 0.35 ? 'shut' : 'open',
      look: [0, 0.12 * bow],
      before: hands,
    }),
  )
}

export function hello(t: Moment): string {
  const wave = swing(t, 2)
  return stage(
    { sky: 'mint', blob: 'mintSoft' },
    burst(196, 58, later(t * 2, 0.25), 'marigold', { rays: 4, reach: 26, from: -80, to: 10 }),
    companion({
      x: 112,
      top: 96,
      r: 46,
      tilt: 2.5 * swing(t, 2, 0.1),
      look: [0.12, 0],
      mouth: 'laugh',
      behind: arm('marigold', [140, 150], [184, 146], [184 + 15 * wave, 84 + 3 * Math.abs(wave)], 18),
    }),
  )
}

export function thankYou(t: Moment): string {
  const give = visit(t, [0.05, 0.45], [0.85, 1])
  const joy = rise(t, 0.4, 0.55) - rise(t, 0.85, 1)
  const reach = 22 * give
  return stage(
    { sky: 'roseSoft', blob: 'cream' },
    companion({
      x: 50,
      top: 100,
      r: 36,
      look: [0.2, 0],
      tilt: 4 * give,
      eyes: give > 0.6 ? 'glad' : 'open',
      before: arm('marigoldDeep', [64, 152], [84, 170], [92 + reach, 150], 12),
    }),
    companion({
      x: 192,
      top: 92 - 6 * hop(t, 2) * joy,
      r: 40,
      colour: 'peacock',
      look: [-0.16, 0],
      mouth: joy > 0.4 ? 'laugh' : 'smile',
      eyes: joy > 0.4 ? 'glad' : 'open',
    }),
    put(104 + reach, 134 - 4 * breathe(t, 2), heart(), { scale: 0.9 + 0.14 * breathe(t, 2) }),
    put(112, 62, heart('rose'), { scale: 0.45 * joy, turn: -12 }),
    put(134, 36, heart('gulaal'), { scale: 0.35 * joy, turn: 10 }),
  )
}

/** Starts at the peak of the motion: where GIFs do not play, only the first frame is shown. */
export function seeYou(from: Moment): string {
  const t = later(from, 0.5)
  const up = visit(t, [0.04, 0.25], [0.78, 0.98])
  const wave = swing(t, 3)
  const top = between(178, 100, up)
  return stage(
    { sky: 'neelLight', blob: 'neelSoft' },
    put(52, 44, cloud(), { scale: 0.8 }),
    put(196, 62, cloud(), { scale: 0.6 }),
    companion({
      x: 112,
      top,
      r: 44,
      colour: 'peacock',
      base: 220,
      look: [0.12, 0],
      behind: arm('peacock', [140, top + 46], [182, top + 44], [180 + 14 * wave, top - 14], 17),
    }),
    fill('M0 158q60-14 120 0t120 0v22H0z', 'leaf'),
    put(40, 164, flower('marigold', 'gulaal'), { scale: 0.6 }),
    put(202, 166, flower('rose', 'marigold'), { scale: 0.6 }),
  )
}

export function goodMorning(t: Moment): string {
  const sunY = 90
  const rays = Array.from({ length: 12 }, (_, at) => {
    const angle = ((at * 30 + 30 * t) * Math.PI) / 180
    const far = 54 + 4 * swing(t, 2, at * 0.5)
    return `M${n(120 + 50 * Math.cos(angle))} ${n(sunY + 50 * Math.sin(angle))}L${n(120 + (far + 8) * Math.cos(angle))} ${n(sunY + (far + 8) * Math.sin(angle))}`
  })
  const face =
    disc(120, sunY, 40, 'marigold') +
    disc(107, sunY - 8, 4.6, 'ink') +
    disc(133, sunY - 8, 4.6, 'ink') +
    stroke(`M111 ${sunY + 4}q9 11 18 0`, 'ink', 3.4) +
    disc(97, sunY + 4, 5, 'marigoldDeep') +
    disc(143, sunY + 4, 5, 'marigoldDeep')
  return stage(
    { sky: 'mint', blob: 'cream' },
    stroke(rays.join(''), 'marigold', 6),
    face,
    put(44, 42, cloud(), { scale: 0.7 }),
    put(206, 56, cloud(), { scale: 0.55 }),
    fill('M0 146c50-26 92-24 130-4s80 14 110-6v44H0z', 'leaf'),
    fill('M0 166c60-20 120-16 240-4v18H0z', 'peacockLight'),
    companion({ x: 62, top: 140, r: 15, base: 172, eyes: 'glad', behind: stretching(t, 62, 146, 'marigold') }),
    companion({
      x: 182,
      top: 136,
      r: 16,
      base: 172,
      colour: 'gulaal',
      eyes: 'glad',
      behind: stretching(later(t, 0.5), 182, 144, 'gulaal'),
    }),
  )
}

const stretching = (t: Moment, x: number, y: number, colour: 'marigold' | 'gulaal'): string =>
  [-1, 1]
    .map((side) => arm(colour, [x + side * 10, y + 8], [x + side * 24, y + 6], [x + side * 24, y - 14 - 5 * swing(t)], 7))
    .join('')

export function goodNight(t: Moment): string {
  const places: readonly (readonly [number, number])[] = [
    [28, 34],
    [130, 26],
    [176, 58],
    [212, 28],
    [30, 104],
    [210, 106],
  ]
  const stars = places.map(([x, y], at) => put(x, y, sparkle('marigoldSoft'), { scale: 0.45 + 0.45 * breathe(t, 1, at * 0.31) }))
  const breath = breathe(t)
  return stage(
    { sky: 'nightDeep', blob: 'night' },
    ...stars,
    put(78, 58, fill('M12-30A32 32 0 1 0 30 14 26 26 0 0 1 12-30z', 'marigold'), { turn: -6 }),
    companion({ x: 132, top: 116 - 3 * breath, r: 36, colour: 'mintSoft', eyes: 'shut' }),
    fill(
      `M66 180c0-26 10-${n(38 + 3 * breath)} 66-${n(38 + 3 * breath)}s66 ${n(12 + 3 * breath)} 66 ${n(38 + 3 * breath)}z`,
      'gulaal',
    ),
    stroke(`M74 ${n(156 - 2 * breath)}q58-${n(24 + 2 * breath)} 116 0`, 'rose', 7),
  )
}

export function goodLuck(t: Moment): string {
  const go = rise(t, 0.05, 0.7)
  const x = between(-20, 250, go)
  const y = 30 + 50 * (go - 0.5) * (go - 0.5)
  return stage(
    { sky: 'neelLight', blob: 'neelSoft' },
    stroke(`M${n(x - 62)} ${n(y + 9)}L${n(x - 22)} ${n(y + 3)}M${n(x - 48)} ${n(y - 4)}L${n(x - 24)} ${n(y - 5)}`, 'marigold', 5),
    put(x, y, star(), { scale: 0.85, turn: 200 * go }),
    put(44, 86, sparkle('marigold'), { scale: breathe(t, 2) }),
    put(206, 92, sparkle('gulaal'), { scale: breathe(t, 2, 0.5) }),
    companion({
      x: 120,
      top: 112 - 5 * hop(t, 4),
      r: 42,
      look: [between(-0.22, 0.22, go), -0.12],
      mouth: 'laugh',
      behind: [-1, 1]
        .map((side) =>
          arm('marigold', [120 + side * 26, 160], [120 + side * 66, 152], [120 + side * 62, 104 - 8 * hop(t, 4)], 16),
        )
        .join(''),
    }),
  )
}
