import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { createPersonStore } from '#core/session.ts'
import { useStore } from '#core/store.ts'
import { requestTranslation } from '../queries.ts'
import css from './translation.module.css'

type Translation = { language: string; version: number; text: string | null; status: 'loading' | 'done' }

/** By message, until the page is loaded again. */
const translations = createPersonStore<Readonly<Record<number, Translation>>>({})

type Translated = { msg_id: number; version?: number | undefined }
type AskedFor = { message: Translated; language: string }

export async function translate({ message: { msg_id: id, version = 0 }, language }: AskedFor): Promise<void> {
  const save = (rest: Pick<Translation, 'text' | 'status'>) =>
    translations.set({ ...translations.get(), [id]: { language, version, ...rest } })
  save({ text: null, status: 'loading' })
  save({ text: await requestTranslation(id).catch(() => null), status: 'done' })
}

function hide(id: number): void {
  const { [id]: _hidden, ...others } = translations.get()
  translations.set(others)
}

/** Shown below the original text. Hidden if the message was edited since, or the language has changed. */
export function MessageTranslation({ message: { msg_id: id, version = 0 } }: { message: Translated }) {
  const t = useText()
  const language = useLanguage()
  const known = useStore(translations)[id]
  if (!known || known.language !== language || known.version !== version) return null
  return (
    <div className={css.translation} role="status">
      {known.status === 'loading' ? (
        t('chat.loading')
      ) : (
        <>
          <small>{t('chat.translation')}</small>
          <span dir="auto">{known.text ?? t('chat.translation.failed')}</span>
          <button type="button" className={css.hide} onClick={() => hide(id)}>
            {t('chat.translation.hide')}
          </button>
        </>
      )}
    </div>
  )
}
