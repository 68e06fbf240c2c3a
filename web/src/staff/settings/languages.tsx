import type { Settings } from '@saathi/contract/staff/settings-calls'
import { useText } from '#core/i18n/texts.tsx'
import { Card } from '#core/ui/card.tsx'
import { Switch } from '#core/ui/form/switch.tsx'
import { showToast } from '#core/ui/overlay/toast-store.ts'
import { RefusalNote } from '../kit/refusal-note.tsx'
import { useSetLanguageOffered } from './queries.ts'
import css from './settings.module.css'

export function Languages({ languages }: { languages: Settings['languages'] }) {
  const t = useText()
  const setting = useSetLanguageOffered(() => showToast({ text: t('staff.settings.saved') }))
  return (
    <Card>
      <h2>{t('staff.settings.languages')}</h2>
      <p className={css.hint}>{t('staff.settings.languagesText')}</p>
      <ul className={css.list}>
        {languages.map(({ code, name, isOffered, isDefault, people }) => (
          <li key={code} className={css.row}>
            <span className={css.grow}>
              <b lang={code}>{name}</b>
              <small className={css.hint} id={`language-${code}`}>
                {isDefault ? t('staff.settings.defaultLanguage') : t('staff.settings.readers', { count: people })}
              </small>
            </span>
            <Switch
              label={t('staff.settings.offer', { name })}
              checked={isOffered}
              fixedReasonId={isDefault ? `language-${code}` : undefined}
              onChange={(next) => !setting.isPending && setting.mutate({ code, isOffered: next })}
            />
          </li>
        ))}
      </ul>
      <RefusalNote error={setting.error} />
    </Card>
  )
}
