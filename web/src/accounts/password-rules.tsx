import { passwordRuleNames, passwordRules } from '@saathi/contract/accounts/password'
import { useText } from '#core/i18n/texts.tsx'
import { classNames } from '#core/ui/class-names.ts'
import { Icon } from '#core/ui/icon.tsx'
import { check } from '#core/ui/icons.ts'
import css from './password-rules.module.css'

/** Which rules the password keeps so far. Not read out at each letter: the field points to it. */
export function PasswordRules({ id, password }: { id: string; password: string }) {
  const t = useText()
  return (
    <div id={id} className={css.rules}>
      <p>{t('newPassword.needs')}</p>
      <ul>
        {passwordRuleNames.map((name) => {
          const holds = passwordRules[name](password)
          return (
            <li key={name} className={classNames(css.rule, holds && css.holds)}>
              <span className={css.mark}>{holds && <Icon of={check} size={14} />}</span>
              <span>
                {t(`newPassword.rule.${name}`)}
                <span className="sr">, {t(holds ? 'newPassword.ruleHolds' : 'newPassword.ruleMissing')}</span>
              </span>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
