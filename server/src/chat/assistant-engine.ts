import type { Helpline } from '@saathi/contract/help/entities'
import type { AssistantSettings } from '#core/chat-settings.ts'
import type { Db } from '#core/ctx.ts'
import { Refusal } from '#core/errors.ts'
import type { JobTools } from '#core/jobs/define-job.ts'
import type { Limits } from '#core/limits/limits.ts'
import { requireWithin } from '#core/limits/require-within.ts'
import { findText } from '#core/texts.ts'
import { detectDanger } from '#help/public.ts'
import { requestCompletion, EndpointFailure, type Turn } from './assistant-endpoint.ts'
import { findPassages } from './assistant-index.ts'
import { answerDanger } from './assistant-danger.ts'
import { findPassagesFor } from './assistant-passages.ts'
import { findEarlierTurns } from './assistant-store.ts'
import { instructions, type LinkTo, ownAnswer, safeAnswer } from './assistant-words.ts'

/** What somebody has said to the assistant. */
export type Asked = { messageId: number; channelId: number; personId: number; language: string; text: string; askedAt: Date }
export type Answer = { text: string; mayRetry: boolean; helplines?: Helpline[] }

type Tools = Pick<JobTools, 'db' | 'now' | 'log' | 'signal'>

export type AssistantEngine = {
  /** `onDraft` hears what is written so far, where it comes piece by piece. */
  answer: (tools: Tools, asked: Asked, onDraft: (soFar: string) => void) => Promise<Answer>
}

declare module '#core/jobs/define-job.ts' {
  interface Engines {
    assistant: AssistantEngine
  }
}

type Parts = { settings: AssistantSettings | undefined; limits: Pick<Limits, 'assistantPerPerson'>; linkTo: LinkTo }

const SHOWN = 3
const GROUNDS = 5
/** Of one person, by one server: whoever asks more at a time is answered from our own texts, and keeps nobody else waiting. */
const ASKED_AT_ONCE = 2
/** So many new letters are worth a frame to everybody who waits. */
const DRAFT_LETTERS = 60

export function assistantEngine({ settings, limits, linkTo }: Parts): AssistantEngine {
  const line = shares(ASKED_AT_ONCE)
  return {
    answer: async (tools, asked, onDraft) => {
      const { language } = asked
      const t = findText(language)
      const danger = detectDanger(asked.text)
      if (danger) return answerDanger(tools.db, asked, danger.kind)
      const found = findPassages(await findPassagesFor(tools.db, asked), asked.text, GROUNDS)
      const own = () => ownAnswer(language, found.slice(0, SHOWN), linkTo)
      const plain = { mayRetry: false }
      if (!settings) return { ...plain, text: own() }
      if (!(await isWithinDay(tools.db, tools.now(), limits, asked.personId))) {
        return { ...plain, text: `${t('assistant.enoughToday')}\n\n${own()}` }
      }
      const failed = { text: t('assistant.failed'), mayRetry: true }
      // Who asks waits from when they asked, also where the question had to wait for others.
      const withinMs = settings.answerWithinMs - Math.max(tools.now().getTime() - asked.askedAt.getTime(), 0)
      if (withinMs <= 0) return failed
      const leave = line.enter(asked.personId)
      if (!leave) return { ...plain, text: own() }
      try {
        const turns = await turnsOf(tools.db, asked, instructions(language, found, linkTo))
        const show = drafts((soFar) => onDraft(safeAnswer(language, soFar, linkTo)))
        const said = await requestCompletion({ ...settings, answerWithinMs: withinMs }, turns, {
          signal: tools.signal,
          onDraft: show,
        })
        return { ...plain, text: safeAnswer(language, said, linkTo) || own() }
      } catch (error) {
        if (!(error instanceof EndpointFailure)) throw error
        tools.log.warn({ err: error }, 'chat: the endpoint of the assistant')
        return failed
      } finally {
        leave()
      }
    },
  }
}

/** How many each may have; null where somebody has theirs. */
function shares(most: number) {
  const taken = new Map<number, number>()
  const count = (personId: number, change: number) => {
    const now = (taken.get(personId) ?? 0) + change
    if (now > 0) taken.set(personId, now)
    else taken.delete(personId)
  }
  return {
    enter(personId: number): (() => void) | null {
      if ((taken.get(personId) ?? 0) >= most) return null
      count(personId, 1)
      return () => count(personId, -1)
    },
  }
}

function drafts(show: (soFar: string) => void): (soFar: string) => void {
  let shown = 0
  return (soFar) => {
    if (soFar.length - shown < DRAFT_LETTERS) return
    shown = soFar.length
    show(soFar)
  }
}

async function isWithinDay(db: Db, now: Date, limits: Parts['limits'], personId: number): Promise<boolean> {
  try {
    await requireWithin(db, now, [{ limits: limits.assistantPerPerson, key: String(personId) }])
    return true
  } catch (error) {
    if (error instanceof Refusal && error.code === 'core.too_many') return false
    throw error
  }
}

/** A question often leans on the one before. Nothing but this person's own channel is sent, and nothing of danger. */
async function turnsOf(db: Db, asked: Asked, system: string): Promise<Turn[]> {
  const earlier = await findEarlierTurns(db, asked)
  const turns = earlier
    .filter(({ text }) => !detectDanger(text))
    .map(({ isOwn, text }): Turn => ({ role: isOwn ? 'user' : 'assistant', content: text }))
  return [{ role: 'system', content: system }, ...turns, { role: 'user', content: asked.text }]
}
