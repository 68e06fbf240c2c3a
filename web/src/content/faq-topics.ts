import type { FaqTopic } from '@saathi/contract/content/community-calls'
import { nameFaq } from '@saathi/contract/content/faq-address'
import { searchForm } from '@saathi/contract/core/search-form'
import { plainTextOf } from '#core/ui/rich-text/blocks.ts'

export type Question = { id: string; question: string; answer: string }
export type Topic = { id: string; title: string; questions: Question[] }

/** In the reader's language if translated. */
export function topicsOf(faq: readonly FaqTopic[]): Topic[] {
  const names = nameFaq(faq)
  return faq.map(({ topicTitle, localeTopicTitle, content }, place) => ({
    id: names[place]?.topic ?? '',
    title: localeTopicTitle || topicTitle,
    questions: content.map(({ question, localeQuestion, answer, localeAnswer }, at) => ({
      id: names[place]?.questions[at] ?? '',
      question: localeQuestion || question,
      answer: localeAnswer || answer,
    })),
  }))
}

const wordsOf = (text: string) => searchForm(text).split(/\s+/).filter(Boolean)

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
