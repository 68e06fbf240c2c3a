import { type CommunityItem, type FaqTopic, getCommunity, LEGAL_IDS } from '@saathi/contract/content/community-calls'
import { answer } from '../../test/harness.tsx'

const english: Record<number, string> = {
  [LEGAL_IDS.privacyPolicy]: 'Privacy Policy of Saathi',
  [LEGAL_IDS.termsOfService]: 'Terms of Saathi',
  [LEGAL_IDS.codeOfConduct]: 'Conduct at Saathi',
}
const hindi: Record<number, string> = {
  [LEGAL_IDS.privacyPolicy]: 'साथी की निजता नीति',
  [LEGAL_IDS.termsOfService]: 'साथी की शर्तें',
  [LEGAL_IDS.codeOfConduct]: 'साथी की आचार संहिता',
}

export function legalItem(id: number, overrides: Partial<CommunityItem> = {}): CommunityItem {
  const content = `What number ${id} says.\n\n## First\n\nOne.\n\n## Second\n\nTwo.\n\n## Third\n\nThree.`
  return {
    id,
    title: english[id] ?? `Text ${id}`,
    localeTitle: '',
    content,
    localeContent: '',
    version: 3,
    updatedAt: '2026-11-14T20:15:00Z',
    ...overrides,
  }
}

export const faqTopic = (topicTitle: string, ...pairs: [string, string][]): FaqTopic => ({
  topicTitle,
  localeTopicTitle: '',
  content: pairs.map(([question, text]) => ({ question, answer: text, localeQuestion: '', localeAnswer: '' })),
})

/** Fakes the call with the three texts in English and Hindi. */
export function answerLegal() {
  return answer(getCommunity, ({ query: { languageCode } }) => ({
    community: Object.values(LEGAL_IDS).map((id) =>
      legalItem(id, languageCode === 'hi' ? { localeTitle: hindi[id] ?? '', localeContent: `संख्या ${id}।` } : {}),
    ),
    faq: [],
  }))
}
