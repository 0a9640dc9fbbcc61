/**
 * Everyday words: a course has one of them by chance. In a small catalogue they are as rare as names of subjects are, so
 * that counting courses does not tell them apart.
 */
export const weakWords = [
  'able add again ago alone already always answer ask away back bad become bedroom before begin behind big black bring break buy call case catch cause change changes chance check child children choose clean clear client clients close cold come company companies complete control cost country cover cut',
  'date deal dear decide deep deliver desk different dirty double draw drive drop early earn easy eat effort end enough enter even evening ever exact extra eye face fact fail fall family far fat fear feel feeling few field fight fill final finish first fit fix follow food foot forget form forward friend friends front future',
  'gain general girl goal gone grow grows ground group grow guess half hand hands handle happen happy hard head hear heart heavy high hit hold home homes house hundred hurry idea important inside instead issue join joy jump keep key kid kill kind lady large last late later lead leave left less let life light line list little live load local long lose lost love low luck',
  'main manage man many mark matter mean means meet member middle mind minute minutes miss mistake moment morning move much name near never next night noise normal note notice number old once open order outside over own pack page paid paper parent parents part party pass past pay people perfect person piece place plan play point possible power present pressure problem problems promise proper protect public pull push put',
  'question quick quiet quite ready real reach read reason receive release releases remember remove repeat reply report rest return rich ride ring rise road room round rule run safe save saved saving second secret seem sell send sense serious serve set share shop short shoulder side sign single sit sitting sleep slow small smart soft solve something sort sound space speak special speed spend stand state stay stealing steal stop store story strange strong stuck such sudden support sure',
  'take talk tall team teams tell thing think thousand tired today together tomorrow tonight top total touch town travel trip trouble true trust turn type under unique until upper use user users usual value various visit voice wait walk wall warm wash waste watch water weak wear week weekend white whole wide wife win window wish without woman wonder word words world worry worth wrong yesterday young',
  'criminal criminals overseas abroad history code coding changes month monthly sentence sentences bedroom boss office shops customer customers machine machines exam exams test tests',
]

export const elsewhereWords = [
  'price prices rate rates buy buying order ordering score scores today tomorrow tonight ticket tickets booking rent rental delivery near nearby showroom resale emi salary news weather movie movies lyrics vacancy recharge refund deals sale restaurant restaurants download downloads timings showtimes litre litres liter kg inch inches watt gb tb',
]

export const teachingWords = [
  'course courses class classes learn learning learnt study studying teach teaching tutorial tutorials training lesson lessons lecture lectures workshop bootcamp certification certificate guide basics beginner beginners skill skills master mastering understand tutor coaching syllabus video videos sikhna sikhne sikhni seekhna sikhao sikhaye sikhu seekhe sikhe padhna padhai',
]

/** Things that are bought: with a price or a word of shops beside them they are not about courses. */
export const goods = [
  'iphone iphones phone phones smartphone smartphones mobile mobiles laptop laptops macbook ipad tablet tv television fridge refrigerator cooler heater oven geyser kettle pressure mixer car cars bike bikes scooter scooty cycle headphone headphones earphones earbuds watch smartwatch shoes sneakers shirt jeans saree kurta dress jewellery ring sofa mattress printer monitor charger',
]
