export { insertDemoReports } from './demo.ts'
