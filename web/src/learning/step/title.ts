import type { Step } from '@saathi/contract/learning/detail'

export const stepTitleOf = (step: Pick<Step, 'title' | 'localeTitle'>): string => step.localeTitle || step.title
