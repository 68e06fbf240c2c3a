import { Link } from '@tanstack/react-router'
import mending from '#art/maintenance.svg'
import { useText } from '#core/i18n/texts.tsx'
import css from './sign-in-page.module.css'

/** Replaces the form; the status is polled, so it disappears without a reload. */
export function Maintenance() {
  const t = useText()
  return (
    <>
      <div role="status">
        <p className={css.sub}>{t('maintenance.text')}</p>
        <img className={css.mending} src={mending} alt="" />
      </div>
      <Link to="/signin" search={(search: object) => ({ ...search, staff: '1' })} className={css.staff}>
        {t('signIn.staff')}
      </Link>
    </>
  )
}
