import type { FaqTopic } from './community-calls.ts'

const slugOf = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')

type Names = { topic: string; questions: string[] }

/** The name of each topic and question in the address of the page. They come from the base language, so that links work in all. */
export function nameFaq(faq: readonly Pick<FaqTopic, 'topicTitle' | 'content'>[]): Names[] {
  const used = new Set<string>()
  function nameOf(text: string): string {
    const slug = slugOf(text) || 'question'
    let name = slug
    for (let more = 2; used.has(name); more += 1) name = `${slug}-${more}`
    used.add(name)
    return name
  }
  return faq.map(({ topicTitle, content }) => ({
    topic: `topic-${nameOf(topicTitle)}`,
    questions: content.map(({ question }) => nameOf(question)),
  }))
}
