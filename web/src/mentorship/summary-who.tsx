import { localeOf } from '@saathi/contract/core/message'
import { type Translate, useLanguage, useText } from '#core/i18n/texts.tsx'
import { Avatar } from '#core/ui/avatar.tsx'
import { classNames } from '#core/ui/class-names.ts'
import { Icon } from '#core/ui/icon.tsx'
import { check } from '#core/ui/icons.ts'
import type { Faces } from './summary-faces.ts'
import css from './summary-who.module.css'

/** The people at a step or who have completed it: faces, and a sentence for screen readers. */
export function SummaryWho({ faces, started, completed }: Faces) {
  const t = useText()
  const language = useLanguage()
  const others = started + completed
  if (faces.length + others === 0) return null
  return (
    <span className={css.who} role="img" aria-label={inWords({ faces, started, completed }, t, language)}>
      {faces.map(({ userId, name, picture, status }) => (
        <span key={userId} className={classNames(css.face, status === 'ONGOING' && css.here)}>
          <Avatar size="xs" name={name} picture={picture} />
          {status === 'COMPLETED' && (
            <span className={css.tick}>
              <Icon of={check} size={10} />
            </span>
          )}
        </span>
      ))}
      {others > 0 && <span className={css.others}>{t('mentorship.session.who.others', { count: others })}</span>}
    </span>
  )
}

function inWords({ faces, started, completed }: Faces, t: Translate, language: string): string {
  const list = new Intl.ListFormat(localeOf(language))
  const namesOf = (wanted: 'ONGOING' | 'COMPLETED') => {
    const matching = faces.filter(({ status }) => status === wanted)
    return list.format(matching.map(({ userId, name }) => (userId === 'me' ? t('mentorship.session.who.you') : name)))
  }
  const done = namesOf('COMPLETED')
  const here = namesOf('ONGOING')
  const sentences = [
    done !== '' && t('mentorship.session.who.completed', { names: done }),
    here !== '' && t('mentorship.session.who.here', { names: here }),
    completed > 0 && t('mentorship.session.who.othersCompleted', { count: completed }),
    started > 0 && t('mentorship.session.who.othersHere', { count: started }),
  ]
  return sentences.filter((sentence) => sentence !== false).join(' ')
}
