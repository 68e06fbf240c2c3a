import type { Step } from '@saathi/contract/learning/detail'
import type { Member, MentorshipProgress, MentorshipSession, WalkedStepStatus } from '@saathi/contract/mentorship/entities'
import { shortName } from './short-name.ts'

/** `ONGOING`: the person is currently at the step. */
export type Face = {
  userId: number | 'me'
  name: string
  picture: string | null
  status: Exclude<WalkedStepStatus, 'NOT_STARTED'>
}
/** `started` and `completed` count fellow mentees, of whom nothing else is known. */
export type Faces = { faces: Face[]; started: number; completed: number }

type Me = { name: string; picture: string | null }
type FacesInput = { session: MentorshipSession; me: Me; partners: readonly Member[]; progress: MentorshipProgress | undefined }

export function facesAt({ session, me, partners, progress }: FacesInput, step: Step): Faces {
  const others = progress?.otherSteps.find(({ sessionId, stepId }) => sessionId === session.id && stepId === step.id)
  const own = ownStatus(session, step)
  const seen = (progress?.partnerSteps ?? []).flatMap(({ userId, stepDetails }): Face[] => {
    const member = partners.find((partner) => partner.userId === userId)
    const status = stepDetails.find(({ sessionId, stepId }) => sessionId === session.id && stepId === step.id)?.status
    if (!member || status === undefined || status === 'NOT_STARTED') return []
    return [{ userId, name: shortName(member), picture: member.displayPicture, status }]
  })
  return {
    faces: own === 'NOT_STARTED' ? seen : [{ userId: 'me', ...me, status: own }, ...seen],
    started: others?.started ?? 0,
    completed: others?.completed ?? 0,
  }
}

/** From the session itself, which is updated before the counts are refetched. */
function ownStatus({ sessionStatus, resumeStep }: MentorshipSession, { id, status }: Step): WalkedStepStatus {
  if (status === 'COMPLETED') return 'COMPLETED'
  return sessionStatus === 'ONGOING' && resumeStep === id ? 'ONGOING' : 'NOT_STARTED'
}
