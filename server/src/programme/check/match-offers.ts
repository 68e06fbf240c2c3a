import { checkUnique } from './names.ts'
import type { JsonPath } from '../read/json-lines.ts'
import type { MatchingFile, OfferFile, ProjectMatching } from '../format/matching.ts'
import type { Account, ProgrammeFile } from '../format/programme.ts'
import type { Document, Problem } from '../problems.ts'

type Project = ProgrammeFile['projects'][number]
type Part = 'mentor' | 'mentee'
type Seeking = { account: Account; project: Project; plan: ProjectMatching }

/** matching.json with everything needed to check it. */
export type MatchingCheck = {
  file: Document<MatchingFile>
  seekers: ReadonlySet<string>
  /** Problems with this person as mentor or mentee; empty if they may take part. */
  checkPart: (path: JsonPath, email: string, part: Part) => Problem[]
  findSeeking: (email: string) => Seeking | undefined
  /** The first must on which two people share no answer. */
  findMisfit: (one: string, other: string) => string | undefined
}

const isOpen = ({ state }: OfferFile) => state === 'issued' || state === 'chosen'

export function checkOffers(check: MatchingCheck): Problem[] {
  const { file } = check
  const offers = file.value.offers.map((offer, at): { offer: OfferFile; path: JsonPath } => ({ offer, path: ['offers', at] }))
  const open = offers.filter(({ offer }) => isOpen(offer))
  return [
    ...checkUnique(
      file,
      open.map(({ offer, path }) => [path, `${offer.mentor} ${offer.mentee}`]),
    ),
    ...checkUnique(
      file,
      open.filter(({ offer }) => offer.state === 'chosen').map(({ offer, path }) => [[...path, 'mentee'], offer.mentee]),
    ),
    ...offers.flatMap(({ offer, path }) => [...checkSides(check, path, offer), ...checkTimes(check, path, offer)]),
  ]
}

function checkSides({ file, seekers, checkPart, findSeeking, findMisfit }: MatchingCheck, path: JsonPath, offer: OfferFile) {
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
    ...(misfit === undefined ? [] : [file.problemAt(path, `the two share no answer on ${misfit}, which is a must`)]),
    ...(state === 'chosen' && one.project.groupType === '1toM'
      ? [file.problemAt([...path, 'state'], 'is only for pairs; list group members under groups')]
      : []),
  ]
}

/** Times must be in the order issued, chosen, ended, and open offers must not have expired. */
function checkTimes({ file, findSeeking }: MatchingCheck, path: JsonPath, offer: OfferFile): Problem[] {
  const { state, hoursAgo, chosenHoursAgo, endedHoursAgo, endedBy, mentee } = offer
  const at = (name: string) => [...path, name]
  const turned = state === 'chosen' ? (chosenHoursAgo ?? hoursAgo) : hoursAgo
  const expiryHours = findSeeking(mentee)?.plan.expiryHours ?? Number.POSITIVE_INFINITY
  const needsChoice = state === 'chosen' || state === 'success'
  return [
    ...(needsChoice && chosenHoursAgo === undefined ? [file.problemAt(at('chosenHoursAgo'), 'is missing')] : []),
    ...(state === 'issued' && chosenHoursAgo !== undefined
      ? [file.problemAt(at('chosenHoursAgo'), 'is not allowed for an offer that is not chosen')]
      : []),
    ...(isOpen(offer) === (endedHoursAgo === undefined)
      ? []
      : [file.problemAt(at('endedHoursAgo'), isOpen(offer) ? 'is not allowed for an open offer' : 'is missing')]),
    ...(endedBy !== undefined && isOpen(offer) ? [file.problemAt(at('endedBy'), 'is not allowed for an open offer')] : []),
    ...(state === 'rejected' && endedBy === undefined ? [file.problemAt(at('endedBy'), 'is missing')] : []),
    ...((chosenHoursAgo ?? 0) > hoursAgo || (endedHoursAgo ?? 0) > (chosenHoursAgo ?? hoursAgo)
      ? [file.problemAt(path, 'must be issued first, then chosen, then ended')]
      : []),
    ...(isOpen(offer) && turned >= expiryHours
      ? [file.problemAt(at('hoursAgo'), `has expired: there are ${expiryHours} hours to decide`)]
      : []),
  ]
}
