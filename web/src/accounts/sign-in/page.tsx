import { Link, useLocation } from '@tanstack/react-router'
import logoDark from '#art/logo-dark.svg'
import logo from '#art/logo.svg'
import mending from '#art/maintenance.svg'
import welcome from '#art/welcome.svg'
import { dayAndTime } from '#core/i18n/india-time.ts'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { useMaintenanceNotice, useUnderMaintenance } from '#core/system-status.ts'
import { useTheme } from '#core/theme/theme.ts'
import { language as languageIcon } from '#core/ui/basic-icons.ts'
import { Select } from '#core/ui/form/select.tsx'
import { useLanguageChoice } from '../use-language-choice.ts'
import { SignInForm } from './form.tsx'
import css from './page.module.css'

export function SignInPage() {
  const t = useText()
  const { shown } = useTheme()
  const isUnderMaintenance = useUnderMaintenance()
  // Staff can sign in during maintenance.
  const isStaffSignIn = useLocation({ select: ({ search }) => 'staff' in search })
  const isClosed = isUnderMaintenance && !isStaffSignIn
  const title = t(isClosed ? 'maintenance.title' : 'signIn.title')
  return (
    <main className={css.page} id="main" tabIndex={-1}>
      <title>{`${t(isClosed ? 'maintenance.title' : 'signIn.form')} · ${t('app.name')}`}</title>
      <section className={css.hero} aria-hidden="true">
        <p className={css.words}>
          {t('signIn.heroTitle')}
          <small>{t('signIn.heroText')}</small>
        </p>
        <img src={welcome} alt="" />
      </section>
      <section className={css.pane}>
        <div className={css.head}>
          <span className={css.brand}>
            <img src={shown === 'dark' ? logoDark : logo} alt="" width={38} height={38} />
            <span>{t('app.name')}</span>
          </span>
          <LanguageSelect />
        </div>
        <h1 className={css.title}>{title}</h1>
        {isClosed ? (
          <Maintenance />
        ) : (
          <>
            <p className={css.sub}>{t('signIn.sub')}</p>
            <SignInForm />
          </>
        )}
        <LegalLinks />
      </section>
    </main>
  )
}

function LegalLinks() {
  const t = useText()
  return (
    <nav className={css.legal} aria-label={t('legal.links')}>
      <Link to="/privacypolicy">{t('legal.privacyPolicy')}</Link>
      <Link to="/termsofservice">{t('legal.termsOfService')}</Link>
      <Link to="/codeofconduct">{t('legal.codeOfConduct')}</Link>
    </nav>
  )
}

/** Hidden until the list has loaded: an empty picker would confuse. */
function LanguageSelect() {
  const t = useText()
  const { languages, chosen, choose } = useLanguageChoice()
  if (languages.length === 0) return null
  return (
    <Select
      kind="quiet"
      icon={languageIcon}
      aria-label={t('signIn.language')}
      value={chosen}
      onChange={(event) => choose(event.target.value)}
    >
      {languages.map(({ language, languageCode }) => (
        <option key={languageCode} value={languageCode} lang={languageCode}>
          {language}
        </option>
      ))}
    </Select>
  )
}

/** Replaces the form; the status is polled, so it disappears without a reload. */
function Maintenance() {
  const t = useText()
  const language = useLanguage()
  const notice = useMaintenanceNotice()
  return (
    <>
      <div role="status">
        <p className={css.sub}>{t('maintenance.text')}</p>
        {notice?.message && (
          <p className={css.sub} dir="auto">
            {notice.message}
          </p>
        )}
        {notice?.until && <p className={css.sub}>{t('maintenance.until', { at: dayAndTime(notice.until, language) })}</p>}
        <img className={css.mending} src={mending} alt="" />
      </div>
      <Link to="/signin" search={(search: object) => ({ ...search, staff: '1' })} className={css.staff}>
        {t('signIn.staff')}
      </Link>
    </>
  )
}
