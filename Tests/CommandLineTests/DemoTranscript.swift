/// The complete output of `policyjson demo`, and a document that needs no repairs.
enum DemoTranscript {
    static let bundled = #"""
        Strict decoding
          orders.json:17:11: error: [1].id: Expected to decode Int but found a string instead.

        Policy
          At("[*].items[*].price") {
              NumbersFromStrings(trimmingWhitespace: true)
          }
          For(PaymentType.self) {
              UnknownCases(.useNil)
          }
          NumbersFromStrings()
          CurrencySymbols()
          StringsFromScalars()
          BooleansFromScalars([.zeroAndOne, .words])
          UnknownCases(.caseNamed("unknown"), for: [.null, .missingKey, .unknownCase])
          LossyCollections()
          OptionalPropertyWrappers()

        Values: 9 orders
            id  placed      customer       postcode   total  paid   payment  status     items                      note
          1001  2026-03-02  Ada Lindqvist  10115      59.90  true   card     delivered  1 × LAMP-01, 2 × BULB-E27  Leave with the neighbour
          1002  2026-03-02  Bao Tran       04109     118.00  true   invoice  shipped    2 × CHAIR-7                nil
          1003  2026-03-02  Chiara Rossi   20121      12.50  false  nil      open       1 × MUG-RED                nil
          1004  2026-03-02  Dmitri Ivanov  80331     249.00  false  invoice  open       1 × DESK-XL                nil
          1006  2026-03-03  Élodie Martin  69002      35.80  true   nil      unknown    2 × CUSHION                Gift
          1007  2026-03-03  Fatou Diop     13055       7.25  true   cash     unknown    3 × CANDLE                 Matches as available
          1008  2026-03-03  Željko Šarić   10000      20.00  true   card     shipped    2 × POSTER                 nil
          1009  2026-03-03  Grace O'Neill  D02         9.99  false  nil      open                                  Voucher "SPRING" refused
          1010  2026-03-04  Henrik Bauer   50667      64.00  true   card     delivered  4 × SHELF-S                nil

        Report: 21 repairs
          line:column  path                   rule                      change         type          found                                                         result
                17:11  [1].id                 NumbersFromStrings        converted      Int           "1002"                                                     →  1002
                20:14  [1].total              NumbersFromStrings        converted      Decimal       "118.00"                                                   →  118.00
                21:13  [1].paid               BooleansFromScalars       converted      Bool          1                                                          →  true
                25:39  [1].items[0].quantity  NumbersFromStrings        converted      Int           "2"                                                        →  2
                25:53  [1].items[0].price     NumbersFromStrings        converted      Decimal       "59.00"                                                    →  59.00
                32:55  [2].customer.postcode  StringsFromScalars        converted      String        20121                                                      →  "20121"
                34:13  [2].paid               BooleansFromScalars       converted      Bool          0                                                          →  false
                35:16  [2].payment            UnknownCases              case replaced  PaymentType?  "crypto"                                                   →  nil
                 42:3  [3].note               OptionalPropertyWrappers  key supplied   BlankAsNil    nothing                                                    →  null
                 54:3  [4]                    LossyCollections          dropped        Order         { "id": 1005, "error": "timeout while exporting this row…  →  dropped: No value associated with key CodingKeys(stringValue: "placed", intValue: nil) ("placed").
                62:14  [5].total              CurrencySymbols           converted      Decimal       "€ 35.80"                                                  →  35.80
                63:13  [5].paid               BooleansFromScalars       converted      Bool          "yes"                                                      →  true
                65:15  [5].status             UnknownCases              case replaced  OrderStatus   "on_hold"                                                  →  unknown
                67:51  [5].items[0].price     NumbersFromStrings        converted      Decimal       " 17.90 "                                                  →  17.90
                 68:7  [5].items[1]           LossyCollections          dropped        Item          null                                                       →  dropped: Cannot get keyed decoding container -- found null value instead
                79:15  [6].status             UnknownCases              null replaced  OrderStatus   null                                                       →  unknown
                 82:7  [6].items[1]           LossyCollections          dropped        Item          { "sku": "MATCHES", "quantity": "some", "price": 0.50 }    →  dropped: quantity: Expected to decode Int but found a string instead.
                 99:3  [8]                    LossyCollections          dropped        Order         null                                                       →  dropped: Cannot get keyed decoding container -- found null value instead
               104:14  [9].total              NumbersFromStrings        converted      Decimal       "9.99"                                                     →  9.99
               105:13  [9].paid               BooleansFromScalars       converted      Bool          "N"                                                        →  false
               106:16  [9].payment            UnknownCases              case replaced  PaymentType?  "voucher"                                                  →  nil

        """#

    static let cleanOrders = """
        [{
          "id": 1,
          "placed": "2026-03-02T08:15:00Z",
          "customer": { "name": "Ada", "postcode": "10115" },
          "total": 59.90,
          "paid": true,
          "payment": null,
          "status": "open",
          "items": [],
          "note": null
        }]
        """

    static let clean = #"""
        Strict decoding
          no error

        Policy
          At("[*].items[*].price") {
              NumbersFromStrings(trimmingWhitespace: true)
          }
          For(PaymentType.self) {
              UnknownCases(.useNil)
          }
          NumbersFromStrings()
          CurrencySymbols()
          StringsFromScalars()
          BooleansFromScalars([.zeroAndOne, .words])
          UnknownCases(.caseNamed("unknown"), for: [.null, .missingKey, .unknownCase])
          LossyCollections()
          OptionalPropertyWrappers()

        Values: 1 order
          id  placed      customer  postcode  total  paid  payment  status  items  note
           1  2026-03-02  Ada       10115     59.90  true  nil      open           nil

        Report: 0 repairs
          nothing changed

        """#
}
