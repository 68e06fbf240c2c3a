import type { JudgedMatches } from './check-matches.ts'
import { repeated } from './check-names.ts'
import type { JsonPath } from './json-lines.ts'
import type { OfferFile } from './matching-format.ts'
import type { Problem } from './problems.ts'

const isOpen = ({ state }: OfferFile) => state === 'issued' || state === 'chosen'

export function checkOffers(judged: JudgedMatches): Problem[] {
  const { file } = judged
  const offers = file.value.offers.map((offer, at): { offer: OfferFile; path: JsonPath } => ({ offer, path: ['offers', at] }))
  const open = offers.filter(({ offer }) => isOpen(offer))
  return [
    ...repeated(
      file,
      open.map(({ offer, path }) => [path, `${offer.mentor} ${offer.mentee}`]),
    ),
    ...repeated(
      file,
      open.filter(({ offer }) => offer.state === 'chosen').map(({ offer, path }) => [[...path, 'mentee'], offer.mentee]),
    ),
    ...offers.flatMap(({ offer, path }) => [...checkSides(judged, path, offer), ...checkTimes(judged, path, offer)]),
  ]
}

function checkSides({ file, seekers, checkPart, findSeeking, findMisfit }: JudgedMatches, path: JsonPath, offer: OfferFile) {
  const { mentor, mentee, state } = offer
  const wrong = [...checkPart([...path, 'mentor'], mentor, 'mentor'), ...checkPart([...path, 'mentee'], mentee, 'mentee')]
  const [one, other] = [findSeeking(mentor), findSeeking(mentee)]
  if (wrong.length > 0 || !one || !other) return wrong
  if (one.project !== other.project) return [file.problemAt(path, 'is between members of two projects')]
  if (!isOpen(offer)) return []
  const misfit = findMisfit(mentor, mentee)
  return [
    ...(['mentor', 'mentee'] as const).flatMap((part) =>
      seekers.has(offer[part]) ? [] : [file.problemAt([...path, part], `"${offer[part]}" is not among the seekers`)],
    ),
    ...(misfit === undefined ? [] : [file.problemAt(path, `the two have nothing in common in ${misfit}, which is a must`)]),
    ...(state === 'chosen' && one.project.groupType === '1toM'
      ? [file.problemAt([...path, 'state'], 'is only for pairs; who has a place in a group stands in groups')]
      : []),
  ]
}

/** Issued, then chosen, then over; and what is open has not run out. */
function checkTimes({ file, findSeeking }: JudgedMatches, path: JsonPath, offer: OfferFile): Problem[] {
  const { state, hoursAgo, chosenHoursAgo, endedHoursAgo, endedBy, mentee } = offer
  const at = (name: string) => [...path, name]
  const turned = state === 'chosen' ? (chosenHoursAgo ?? hoursAgo) : hoursAgo
  const expiryHours = findSeeking(mentee)?.plan.expiryHours ?? Number.POSITIVE_INFINITY
  const needsChoice = state === 'chosen' || state === 'success'
  return [
    ...(needsChoice && chosenHoursAgo === undefined ? [file.problemAt(at('chosenHoursAgo'), 'is missing')] : []),
    ...(state === 'issued' && chosenHoursAgo !== undefined
      ? [file.problemAt(at('chosenHoursAgo'), 'is not for what nobody has chosen yet')]
      : []),
    ...(isOpen(offer) === (endedHoursAgo === undefined)
      ? []
      : [file.problemAt(at('endedHoursAgo'), isOpen(offer) ? 'is not for what is open' : 'is missing')]),
    ...(endedBy !== undefined && isOpen(offer) ? [file.problemAt(at('endedBy'), 'is not for what is open')] : []),
    ...(state === 'rejected' && endedBy === undefined ? [file.problemAt(at('endedBy'), 'is missing')] : []),
    ...((chosenHoursAgo ?? 0) > hoursAgo || (endedHoursAgo ?? 0) > (chosenHoursAgo ?? hoursAgo)
      ? [file.problemAt(path, 'is issued first, then chosen, then over')]
      : []),
    ...(isOpen(offer) && turned >= expiryHours
      ? [file.problemAt(at('hoursAgo'), `has run out: there are ${expiryHours} hours to decide`)]
      : []),
  ]
}
