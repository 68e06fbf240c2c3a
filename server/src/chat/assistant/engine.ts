import type { AssistantSettings } from '#core/settings/chat.ts'
import type { Limits } from '#core/limits/limits.ts'
import { detectDanger, soundsDistressed } from '#help/public.ts'
import { answerAbout, type CardAnswer } from './about-me.ts'
import type { Answer, AnswerTools, LinkTo, Question } from './answer.ts'
import { answerCare, answerDanger } from './danger-answer.ts'
import { openEndpoint, type Endpoint } from './endpoint-answer.ts'
import { answerFromPassages, answerUnknown, mayAskTeam } from './own-answer.ts'
import { findPassagesFor } from './passages.ts'
import { rankPassages } from './rank-passages.ts'
import { type Speaker, speakerFor } from './speaker.ts'
import type { SmallTalk } from './small-talk.ts'
import { understand } from './understand.ts'

export type AssistantEngine = {
  /** `onDraft` receives the text so far while it is streamed. */
  answer: (tools: AnswerTools, question: Question, onDraft: (draft: string) => void) => Promise<Answer>
}

declare module '#core/jobs/define-job.ts' {
  interface Engines {
    assistant: AssistantEngine
  }
}

type EngineDeps = { settings: AssistantSettings | undefined; limits: Pick<Limits, 'assistantPerPerson'>; linkTo: LinkTo }

/** For the endpoint, which reads several texts to answer one question. */
const PASSAGES_USED = 5

/** Danger and distress come first, then what the person's own data and small talk answer; only the rest may leave for an endpoint. */
export function assistantEngine({ settings, limits, linkTo }: EngineDeps): AssistantEngine {
  const endpoint = settings ? openEndpoint({ settings, limits, linkTo }) : null
  return {
    answer: async (tools, question, onDraft) => {
      const speaker = speakerFor(question.text, question.language)
      const danger = detectDanger(question.text)
      if (danger) return answerDanger(tools, { personId: question.personId, language: speaker.language }, danger.kind)
      if (soundsDistressed(question.text)) return answerCare(tools, question, speaker)
      const understood = understand(question.text, [question.language, speaker.language])
      if (understood.kind === 'small-talk') return show(speaker, { text: say(speaker, understood.smallTalk), cards: [] })
      if (understood.kind === 'about-me') {
        const facts = await tools.findFacts({ ...question, language: speaker.language })
        const content = answerAbout(understood.intent, { facts, speaker, now: tools.now() })
        if (content) return show(speaker, content)
      }
      return answerFromTexts(tools, { question, speaker, endpoint, onDraft })
    },
  }
}

const say = ({ say: speak }: Speaker, kind: SmallTalk): string => speak(`assistant.${kind}`)

function show({ tag }: Speaker, { text, cards }: CardAnswer, offersTeam = false): Answer {
  return { text, mayRetry: false, answer: { language: tag, cards, offers_team: offersTeam } }
}

type TextQuestion = { question: Question; speaker: Speaker; endpoint: Endpoint | null; onDraft: (draft: string) => void }

async function answerFromTexts(tools: AnswerTools, { question, speaker, endpoint, onDraft }: TextQuestion): Promise<Answer> {
  const passages = await findPassagesFor(tools.db, { personId: question.personId, language: speaker.language })
  const ranked = rankPassages(passages, question.text, PASSAGES_USED)
  const answerWithoutText = async (): Promise<Answer> => {
    const offersTeam = await mayAskTeam(tools, question.personId)
    return show(speaker, answerUnknown(speaker, offersTeam), offersTeam)
  }
  const answerAlone = async (): Promise<Answer> => {
    const content = answerFromPassages(ranked, speaker)
    return content ? show(speaker, content) : answerWithoutText()
  }
  const written =
    endpoint && (await endpoint.write(tools, { question, language: speaker.language, tag: speaker.tag, ranked, onDraft }))
  switch (written?.outcome) {
    case 'answer':
      return show(speaker, { text: written.text, cards: [] })
    case 'failed':
      return { text: written.text, mayRetry: true }
    case 'limited': {
      const own = await answerAlone()
      return { ...own, text: `${written.text}\n\n${own.text}` }
    }
    case 'unknown':
      return answerWithoutText()
    default:
      return answerAlone()
  }
}
