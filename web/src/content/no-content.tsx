import noResults from '#art/no-results.svg'
import { useText } from '#core/i18n/texts.tsx'
import { Card } from '#core/ui/card.tsx'
import { Empty } from '#core/ui/empty.tsx'

export function NoContent() {
  const t = useText()
  return (
    <Card>
      <Empty drawing={noResults} title={t('content.none')} />
    </Card>
  )
}
