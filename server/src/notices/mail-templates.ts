import type { TextKey } from '@saathi/contract/texts'

type ValueNames = { stolenSignIn: 'name' | 'device' }
export type TemplateName = keyof ValueNames
export type MailValues<T extends TemplateName> = Readonly<Record<ValueNames[T], string>>

type MailTemplate = {
  subject: TextKey
  paragraphs: readonly TextKey[]
  /** One thing to do, on a page of ours. */
  button?: { label: TextKey; path: `/${string}` }
}

/** Every mail of the product. Its values go by name into its texts; every one of them greets by `name`. */
export const mailTemplates: Record<TemplateName, MailTemplate> = {
  stolenSignIn: {
    subject: 'notices.stolenSignIn.subject',
    paragraphs: ['notices.stolenSignIn.what', 'notices.stolenSignIn.do'],
    button: { label: 'notices.stolenSignIn.button', path: '/signin' },
  },
}
