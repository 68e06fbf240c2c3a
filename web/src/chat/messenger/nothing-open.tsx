import sayHi from '#art/say-hi.svg'
import { useText } from '#core/i18n/texts.tsx'
import { Empty } from '#core/ui/empty.tsx'
import css from './page.module.css'

export function NothingOpen() {
  const t = useText()
  return (
    <div className={css.nothing}>
      <Empty level={2} drawing={sayHi} title={t('chat.sayHi')} />
    </div>
  )
}
