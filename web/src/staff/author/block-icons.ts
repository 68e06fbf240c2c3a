import type { ContentType } from '@saathi/contract/content/items'
import { text } from '#core/ui/further-icons.ts'
import { bulb, edit, type IconShape, image, link, play, question, speaker, video } from '#core/ui/icons.ts'

export const blockIcons: Readonly<Record<ContentType, IconShape>> = {
  TEXT: text,
  INSTRUCTION: edit,
  MENTOR_TIPS: bulb,
  IMAGE: image,
  YOUTUBE: play,
  AUDIO: speaker,
  VIDEO: video,
  ARTICLE: link,
  HYPERLINK: link,
  QUIZ: question,
}
