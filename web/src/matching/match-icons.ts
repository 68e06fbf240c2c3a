import type { MatchIcon } from '@saathi/contract/content/match-icon'
import { bag, clock, heart, type IconShape, language, place, star, user, video } from '#core/ui/icons.ts'

export const matchIcons: Record<MatchIcon, IconShape> = {
  language,
  time: clock,
  goal: star,
  work: bag,
  interest: heart,
  place,
  call: video,
  person: user,
}
