/// The bundled orders: what a shop's export looks like after some years and several systems.
enum OrdersPayload {
    /// Their name in messages.
    static let name = "orders.json"

    static let text = #"""
        [
          {
            "id": 1001,
            "placed": "2026-03-02T08:15:00Z",
            "customer": { "name": "Ada Lindqvist", "postcode": "10115", "email": "ada@example.org" },
            "total": 59.90,
            "paid": true,
            "payment": "card",
            "status": "delivered",
            "items": [
              { "sku": "LAMP-01", "quantity": 1, "price": 49.90 },
              { "sku": "BULB-E27", "quantity": 2, "price": 5.00 }
            ],
            "note": "Leave with the neighbour"
          },
          {
            "id": "1002",
            "placed": "2026-03-02T09:41:17Z",
            "customer": { "name": "Bao Tran", "postcode": "04109", "email": null },
            "total": "118.00",
            "paid": 1,
            "payment": "invoice",
            "status": "shipped",
            "items": [
              { "sku": "CHAIR-7", "quantity": "2", "price": "59.00" }
            ],
            "note": null
          },
          {
            "id": 1003,
            "placed": "2026-03-02T11:02:45Z",
            "customer": { "name": "Chiara Rossi", "postcode": 20121, "email": "chiara@example.org" },
            "total": 12.50,
            "paid": 0,
            "payment": "crypto",
            "status": "open",
            "items": [
              { "sku": "MUG-RED", "quantity": 1, "price": 12.50 }
            ],
            "note": "   "
          },
          {
            "id": 1004,
            "placed": "2026-03-02T13:30:00Z",
            "customer": { "name": "Dmitri Ivanov", "postcode": "80331" },
            "total": 249.00,
            "paid": false,
            "payment": "invoice",
            "status": "open",
            "items": [
              { "sku": "DESK-XL", "quantity": 1, "price": 249.00 }
            ]
          },
          {
            "id": 1005,
            "error": "timeout while exporting this row"
          },
          {
            "id": 1006,
            "placed": "2026-03-03T07:58:12Z",
            "customer": { "name": "Élodie Martin", "postcode": "69002", "email": "elodie@example.org" },
            "total": "€ 35.80",
            "paid": "yes",
            "payment": null,
            "status": "on_hold",
            "items": [
              { "sku": "CUSHION", "quantity": 2, "price": " 17.90 " },
              null
            ],
            "note": "Gift"
          },
          {
            "id": 1007,
            "placed": "2026-03-03T10:20:31Z",
            "customer": { "name": "Fatou Diop", "postcode": "13055", "email": "fatou@example.org" },
            "total": 7.25,
            "paid": true,
            "payment": "cash",
            "status": null,
            "items": [
              { "sku": "CANDLE", "quantity": 3, "price": 2.25 },
              { "sku": "MATCHES", "quantity": "some", "price": 0.50 }
            ],
            "note": "Matches as available"
          },
          {
            "id": 1008,
            "placed": "2026-03-03T12:00:00Z",
            "customer": { "name": "Željko Šarić", "postcode": "10000", "email": "zeljko@example.org" },
            "total": 20.00,
            "paid": true,
            "payment": "card",
            "status": "shipped",
            "items": [
              { "sku": "POSTER", "quantity": 2, "price": 10.00 }
            ],
            "note": null
          },
          null,
          {
            "id": 1009,
            "placed": "2026-03-03T16:45:09Z",
            "customer": { "name": "Grace O'Neill", "postcode": "D02", "email": "grace@example.org" },
            "total": "9.99",
            "paid": "N",
            "payment": "voucher",
            "status": "open",
            "items": [],
            "note": "Voucher \"SPRING\" refused"
          },
          {
            "id": 1010,
            "placed": "2026-03-04T06:12:00Z",
            "customer": { "name": "Henrik Bauer", "postcode": "50667", "email": "henrik@example.org" },
            "total": 64.00,
            "paid": true,
            "payment": "card",
            "status": "delivered",
            "items": [
              { "sku": "SHELF-S", "quantity": 4, "price": 16.00 }
            ],
            "note": null
          }
        ]
        """#
}
