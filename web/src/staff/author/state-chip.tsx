import type { DraftState, LanguageCoverage } from '@saathi/contract/content/drafts'
import { useText } from '#core/i18n/texts.tsx'
import { Chip, type ChipTone } from '#core/ui/chip.tsx'
import { globe, undo } from '#core/ui/further-icons.ts'
import { check, clock, edit, eye, type IconShape } from '#core/ui/icons.ts'
import { classNames } from '#core/ui/class-names.ts'
import css from './author.module.css'

/** `behind`: published, with translations that are behind. */
type ShownState = DraftState | 'behind'

const looks: Readonly<Record<ShownState, { tone: ChipTone; icon: IconShape }>> = {
  draft: { tone: 'warn', icon: edit },
  in_review: { tone: 'info', icon: eye },
  published: { tone: 'ok', icon: check },
  scheduled: { tone: 'info', icon: clock },
  behind: { tone: 'bad', icon: globe },
  taken_back: { tone: 'plain', icon: undo },
}

/** If a version is published, the chip of a draft shows its number. */
export function StateChip({ state, version }: { state: ShownState; version: number | null }) {
  const t = useText()
  const isOnVersion = state === 'draft' && version !== null
  return (
    <Chip {...looks[state]}>
      {isOnVersion ? t('staff.content.state.draftOn', { version }) : t(`staff.content.state.${state}`)}
    </Chip>
  )
}

/** Two letters for each language; the base language is always complete. */
export function Coverage({ languages }: { languages: readonly LanguageCoverage[] }) {
  const t = useText()
  const shown = [{ language: 'en', missing: 0, behind: 0 }, ...languages]
  return (
    <span className={css.languages}>
      {shown.map(({ language, missing, behind }) => {
        const state = missing > 0 ? 'missing' : behind > 0 ? 'behind' : 'complete'
        return (
          <span key={language} className={classNames(css.language, css[state])} title={t(`staff.content.language.${state}`)}>
            {language.toUpperCase()}
            <span className="sr"> {t(`staff.content.language.${state}`)}</span>
          </span>
        )
      })}
    </span>
  )
}

export function CoverageLegend() {
  const t = useText()
  return (
    <p className={css.legend}>
      {(['complete', 'behind', 'missing'] as const).map((state) => (
        <span key={state}>
          <i className={css[state]} aria-hidden="true" />
          {t(`staff.content.language.${state}`)}
        </span>
      ))}
    </p>
  )
}
