import { useText } from '#core/i18n/texts.tsx'
import { compareWords } from '../compare-words.ts'
import type { Difference } from './compare-parts.ts'
import css from './versions.module.css'

/** One field: its text with removed and added words marked, or the old and new value of a setting. */
export function Changed({ difference }: { difference: Difference }) {
  const t = useText()
  const { kind, setting, before, after } = difference
  if (kind === 'new' || kind === 'gone')
    return (
      <li>
        <p className={css.words} dir="auto">
          {kind === 'new' ? <ins>{after}</ins> : <del>{before}</del>}
        </p>
      </li>
    )
  if (kind === 'moved')
    return (
      <li>
        <b>{t('staff.versions.moved')}</b>
        <p className={css.order} dir="auto">
          <del>{before.replaceAll('\n', ' · ')}</del>
          <ins>{after.replaceAll('\n', ' · ')}</ins>
        </p>
      </li>
    )
  if (setting === 'words')
    return (
      <li>
        <p className={css.words} dir="auto">
          {compareWords(before, after).map(({ kind: piece, words }, at) =>
            piece === 'same' ? (
              <span key={at}>{words}</span>
            ) : piece === 'gone' ? (
              <del key={at}>{words}</del>
            ) : (
              <ins key={at}>{words}</ins>
            ),
          )}
        </p>
      </li>
    )
  const shown = (value: string) => {
    if (value === '') return t('staff.versions.nothing')
    if (setting === 'picture') return t('staff.versions.picture')
    return value === 'true' ? t('staff.versions.yes') : value === 'false' ? t('staff.versions.no') : value
  }
  return (
    <li>
      <b>{t(`staff.versions.setting.${setting}`)}</b>
      <p className={css.order} dir="auto">
        <del>{shown(before)}</del>
        <ins>{setting === 'picture' && before !== '' && after !== '' ? t('staff.versions.otherPicture') : shown(after)}</ins>
      </p>
    </li>
  )
}
