import type { GroupType } from '../mentorship/entities.ts'

/** Below the limit of one confirmation, so that staff can add some. */
export const MAX_SHOWN_OFFERS = 40

type PlanPlaces = { exposure: number; places: number; groupSize: number }

/** How many offers a mentor may have to decide about at once. */
export const shownOffers = (groupType: GroupType, { exposure, places, groupSize }: PlanPlaces): number =>
  exposure * (groupType === '1toM' ? groupSize : places)
