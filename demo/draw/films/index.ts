import { automate } from './ai/automate.ts'
import { clearPrompt } from './ai/clear-prompt.ts'
import { gradientDescent } from './ai/gradient-descent.ts'
import { neuralNetwork } from './ai/neural-network.ts'
import { navigation } from './apps/navigation.ts'
import { widgetTree } from './apps/widget-tree.ts'
import { honestChart } from './data/honest-chart.ts'
import { spread } from './data/spread.ts'
import { sqlJoin } from './data/sql-join.ts'
import { tidyTable } from './data/tidy-table.ts'
import { grid } from './design/grid.ts'
import { hierarchy } from './design/hierarchy.ts'
import type { Film } from './film.ts'
import { compound } from './other/compound.ts'
import { welcome } from './other/welcome.ts'
import { labScan } from './security/lab-scan.ts'
import { saltedHash } from './security/salted-hash.ts'
import { boxes } from './web/boxes.ts'
import { reactState } from './web/react-state.ts'
import { requestJourney } from './web/request-journey.ts'

export const films: readonly Film[] = [
  boxes,
  reactState,
  requestJourney,
  widgetTree,
  navigation,
  neuralNetwork,
  gradientDescent,
  clearPrompt,
  automate,
  tidyTable,
  spread,
  sqlJoin,
  honestChart,
  labScan,
  saltedHash,
  hierarchy,
  grid,
  compound,
  welcome,
]
