import type { FaqTopic } from '@saathi/contract/content/community-calls'
import { plainTextOf } from '#core/ui/rich-text/blocks.ts'

export type Question = { id: string; question: string; answer: string }
export type Topic = { id: string; title: string; questions: Question[] }

const slugOf = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')

/** In the reader's language if translated. Addresses come from the base language, so that links work in all languages. */
export function topicsOf(faq: readonly FaqTopic[]): Topic[] {
  const used = new Set<string>()
  function nameOf(text: string): string {
    const slug = slugOf(text) || 'question'
    let name = slug
    for (let more = 2; used.has(name); more += 1) name = `${slug}-${more}`
    used.add(name)
    return name
  }
  return faq.map(({ topicTitle, localeTopicTitle, content }) => ({
    id: `topic-${nameOf(topicTitle)}`,
    title: localeTopicTitle || topicTitle,
    questions: content.map(({ question, localeQuestion, answer, localeAnswer }) => ({
      id: nameOf(question),
      question: localeQuestion || question,
      answer: localeAnswer || answer,
    })),
  }))
}

const wordsOf = (text: string) => text.normalize('NFKC').toLowerCase().split(/\s+/).filter(Boolean)

/** Questions that contain every word, in the topic, the question or the answer. */
export function findTopics(topics: readonly Topic[], query: string): Topic[] {
  const words = wordsOf(query)
  if (words.length === 0) return [...topics]
  return topics.flatMap((topic) => {
    const questions = topic.questions.filter(({ question, answer }) => {
      const text = wordsOf(`${topic.title} ${question} ${plainTextOf(answer)}`).join(' ')
      return words.every((word) => text.includes(word))
    })
    return questions.length > 0 ? [{ ...topic, questions }] : []
  })
}
