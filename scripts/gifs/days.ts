import { arm, companion } from './companion.ts'
import { between, breathe, later, type Moment, swing } from './motion.ts'
import { palette } from './palette.ts'
import { block, disc, faint, fill, n, oval, put, stage, stroke, WIDTH } from './stage.ts'
import { cloud, diya, hangsAt, sparkle, steam, string } from './things.ts'

/** Chai in a clay cup. */
export function chai(t: Moment): string {
  const sway = 3 * swing(t)
  const cup =
    fill('M-38-46L-28 32Q0 40 28 32L38-46z', 'clay') +
    oval(0, -46, 38, 10, 'clayDeep') +
    oval(0, -45, 32, 7, 'chai') +
    stroke('M-33-22Q0-14 33-22', 'clayDeep', 4) +
    disc(-12, -2, 4.2, 'ink') +
    disc(12, -2, 4.2, 'ink') +
    stroke('M-7 8q7 8 14 0', 'ink', 3.2) +
    faint(disc(-20, 8, 4.5, 'rose') + disc(20, 8, 4.5, 'rose'), 0.7)
  return stage(
    { sky: 'creamDeep', blob: 'mint' },
    companion({ x: 62, top: 112, r: 34, look: [0.26, -0.02], eyes: 'glad' }),
    block(0, 164, WIDTH, 16, 0, 'peacock'),
    put(152, 76, steam(t, 46), { scale: 1.1 }),
    put(152, 130, cup, { turn: sway, scale: 1.02 }),
    arm('marigoldDeep', [84, 158], [100, 168], [118, 148], 13),
  )
}

export function rain(t: Moment): string {
  const drops = Array.from({ length: 30 }, (_, at) => {
    const down = (t * 2 + at * 0.29) % 1
    const [x, y] = [((at * 47) % 250) - 4 - 6 * down, between(-16, 176, down)]
    const isSheltered = x > 36 && x < 208 && y > 30
    return isSheltered ? '' : `M${n(x)} ${n(y)}l-2 10`
  })
  const ripple = (x: number, shift: number) => {
    const go = later(t, shift)
    return `<ellipse cx="${x}" cy="172" rx="${n(4 + 18 * go)}" ry="${n(1 + 4 * go)}" fill="none" stroke="${palette.white}" stroke-width="2.6" opacity="${n(1 - go)}"/>`
  }
  const umbrella =
    fill('M-84 0A84 66 0 0 1 84 0Q70-11 56 0 42-11 28 0 14-11 0 0-14-11-28 0-42-11-56 0-70-11-84 0z', 'gulaal') +
    fill('M-28 0Q-26-42 0-66 26-42 28 0 14-11 0 0-14-11-28 0z', 'rose') +
    stroke('M0-66v-8M0-4V72', 'ink', 4)
  return stage(
    { sky: 'neelLight', blob: 'neelSoft' },
    stroke(drops.join(''), 'neel', 3.2),
    fill('M0 166q120-8 240 0v14H0z', 'peacockLight'),
    ripple(26, 0),
    ripple(212, 0.5),
    companion({ x: 84, top: 118, r: 29, base: 170, look: [0.12, -0.05] }),
    companion({ x: 160, top: 112, r: 32, base: 170, colour: 'peacock', look: [-0.1, -0.05], eyes: 'glad' }),
    put(122, 84, umbrella),
    arm('marigoldDeep', [98, 152], [110, 160], [122, 146], 11),
  )
}

export function kite(t: Moment): string {
  const [x, y] = [166 + 20 * swing(t), 50 + 10 * swing(t, 2, 0.1)]
  const turn = 16 + 12 * swing(t, 1, 0.25)
  const shape =
    fill('M0-36L28 0 0 40-28 0z', 'gulaal') + fill('M0-36L28 0H-28z', 'marigold') + stroke('M0-36V40M-28 0H28', 'ink', 2.6)
  const tail =
    stroke(`M0 40q${n(8 * swing(t, 2))} 10 0 18t${n(-4 * swing(t, 2))} 16`, 'neel', 3.4) +
    put(3 * swing(t, 2), 56, fill('M-9-5L0 0-9 5zM9-5L0 0 9 5z', 'neel')) +
    put(-2 * swing(t, 2), 72, fill('M-8-5L0 0-8 5zM8-5L0 0 8 5z', 'leaf'))
  const hand = [114 + 3 * swing(t), 104 + 3 * swing(t, 2)] as const
  return stage(
    { sky: 'mint', blob: 'mintSoft', ground: 'leaf' },
    put(46, 40, cloud(), { scale: 0.75 }),
    put(212, 118, cloud(), { scale: 0.55 }),
    stroke(`M${n(hand[0])} ${n(hand[1])}Q${n(142 + 6 * swing(t))} 98 ${n(x)} ${n(y)}`, 'ink', 1.8),
    put(x, y, shape + tail, { turn }),
    companion({
      x: 60,
      top: 118,
      r: 34,
      look: [0.2, -0.16],
      mouth: 'laugh',
      behind: arm('marigold', [80, 160], [112, 156], hand, 14),
    }),
  )
}

export function diyas(t: Moment): string {
  const bulbs = Array.from({ length: 9 }, (_, at) => {
    const x = 12 + at * 27
    const glow = (at + Math.floor(t * 4)) % 2 === 0
    return disc(
      x,
      hangsAt(x) + 4,
      glow ? 6 : 4.5,
      glow ? ((['gulaal', 'marigold', 'leaf'] as const)[at % 3] ?? 'leaf') : 'peacockLight',
    )
  })
  return stage(
    { sky: 'nightDeep', blob: 'night' },
    string('peacockLight'),
    ...bulbs,
    put(24, 84, sparkle('marigoldSoft'), { scale: breathe(t, 1) }),
    put(120, 78, sparkle('marigoldSoft'), { scale: breathe(t, 1, 0.5) }),
    companion({ x: 74, top: 98, r: 32, eyes: 'glad' }),
    companion({ x: 167, top: 92, r: 34, colour: 'mintSoft', eyes: 'glad' }),
    fill('M0 158h240v22H0z', 'peacock'),
    put(28, 150, diya(t), { scale: 0.85 }),
    put(120, 150, diya(t, 0.37), { scale: 0.95 }),
    put(212, 150, diya(t, 0.71), { scale: 0.85 }),
  )
}

export function reading(t: Moment): string {
  const page = t < 0.6 ? 0 : (t - 0.6) / 0.4
  const tip = Math.cos(Math.PI * page)
  const book =
    fill('M0-22Q-26-36-56-28V18Q-26 10 0 24 26 10 56 18V-28Q26-36 0-22z', 'gulaal') +
    fill('M0-26Q-26-38-51-31V11Q-26 4 0 18z', 'white') +
    fill('M0-26Q26-38 51-31V11Q26 4 0 18z', 'white') +
    stroke(
      'M-42-20q16-3 32 4M-42-10q16-3 32 4M-42 0q16-3 32 4M42-20q-16-3-32 4M42-10q-16-3-32 4M42 0q-16-3-32 4',
      'neelLight',
      3,
    ) +
    (page > 0
      ? fill(
          `M0-26Q${n(26 * tip)} ${n(-38 - 12 * Math.sin(Math.PI * page))} ${n(51 * tip)} ${n(-31 - 14 * Math.sin(Math.PI * page))}V${n(11 - 14 * Math.sin(Math.PI * page))}Q${n(26 * tip)} 4 0 18z`,
          'mint',
        )
      : '') +
    stroke('M0-26V18', 'neelLight', 2)
  const across =
    t < 0.3 ? between(-0.16, 0.16, t / 0.3) : t < 0.6 ? between(-0.16, 0.16, (t - 0.3) / 0.3) : between(0.16, -0.16, page)
  return stage(
    { sky: 'leafSoft', blob: 'cream' },
    companion({ x: 120, top: 76, r: 44, colour: 'peacock', look: [across, 0.16], tilt: 1.5 * swing(t) }),
    put(120, 146, book, { scale: 1.1 }),
    disc(64, 152, 9, 'peacockLight'),
    disc(176, 152, 9, 'peacockLight'),
  )
}
