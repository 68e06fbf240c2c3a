import { useText } from '#core/i18n/texts.tsx'
import { Card } from '#core/ui/card.tsx'
import { RefusalNote } from '../kit/refusal-note.tsx'
import css from './editor.module.css'
import { useSetReview } from './queries.ts'

type ReviewSettingsProps = { programmes: readonly { id: number; name: string; reviewsContent: boolean }[] }

/** Chooses the programmes whose content requires a second person's approval. For programme managers. */
export function ReviewSettings({ programmes }: ReviewSettingsProps) {
  const t = useText()
  const setting = useSetReview()
  return (
    <Card>
      <fieldset className={css.options}>
        <legend>{t('staff.content.reviewSetting')}</legend>
        <p className={css.hint}>{t('staff.content.reviewSettingText')}</p>
        {programmes.map(({ id, name, reviewsContent }) => (
          <label key={id} className={css.check}>
            <input
              type="checkbox"
              checked={reviewsContent}
              disabled={setting.isPending}
              onChange={({ target }) => setting.mutate({ programmeId: id, isNeeded: target.checked })}
            />
            {name}
          </label>
        ))}
      </fieldset>
      <RefusalNote error={setting.error} />
    </Card>
  )
}
