import type { Ctx } from '#core/ctx.ts'
import { forbidden, notFound, Refusal } from '#core/errors.ts'
import { findText } from '#core/texts.ts'
import { findOffers, isTold, type Offer } from './offers.ts'
import { currentStage } from './stages.ts'
import { findStages, findSurveyOf, type StageRow } from './store.ts'

/** All a door needs of the world. */
export type Asked = Pick<Ctx, 'db' | 'actor' | 'now'>

const say = ({ actor }: Asked) => findText(actor.language)
const notYours = (asked: Asked) => forbidden('surveys.not_yours', say(asked)('answers.surveyNotYours'))
const noSurvey = (asked: Asked) => notFound('surveys.not_found', say(asked)('answers.surveyNotFound'))

/**
 * To read it. What is meant for others and what never was answer alike, so ids cannot be probed; what is not open yet
 * says so, and one's own answers stay one's own to read.
 */
export async function requireSurvey(asked: Asked, surveyId: number | null): Promise<Offer> {
  const { db, actor, now } = asked
  const [offer] = surveyId === null ? [] : await findOffers(db, actor.personId, now(), surveyId)
  if (!offer) throw noSurvey(asked)
  if (!isTold(offer)) throw notYours(asked)
  return offer
}

/** To answer it. */
export async function requireSurveyInUse(asked: Asked, surveyId: number): Promise<Offer> {
  const offer = await requireSurvey(asked, surveyId)
  if (offer.permission !== 'use') throw notYours(asked)
  return offer
}

/** A stage by its own id answers as its survey does. */
export async function requireStageWithSurvey(asked: Asked, stageId: number) {
  const offer = await requireSurvey(asked, await findSurveyOf(asked.db, stageId))
  const stages = await findStages(asked.db, offer.id)
  return { offer, stages, stage: requireStage(asked, stages, stageId) }
}

export function requireNotClosed(asked: Asked, { isClosed }: Offer): void {
  if (isClosed) throw new Refusal(410, 'surveys.closed', say(asked)('answers.surveyClosed'))
}

/** Another survey's and one that never was answer alike. */
export function requireStage(asked: Asked, stages: readonly StageRow[], stageId: number): StageRow {
  const stage = stages.find(({ id }) => id === stageId)
  if (stage) return stage
  const text = say(asked)('answers.stageElsewhere')
  throw new Refusal(422, 'surveys.stage_elsewhere', text, { errors: { stage: [text] } })
}

/** A stage that was sent before may come again: it is compared, not taken. */
export function requireTurn(
  asked: Asked,
  { completedAt }: Offer,
  stages: readonly StageRow[],
  sent: ReadonlySet<number>,
  { id }: StageRow,
): void {
  const current = currentStage({ completedAt }, stages, sent)
  if (sent.has(id) || current?.id === id) return
  const text = say(asked)('answers.stageOrder')
  const place = current && { errors: { current_stage_id: [String(current.id)] } }
  throw new Refusal(409, 'surveys.stage_order', text, place)
}
