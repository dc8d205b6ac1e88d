/// The document `canada.json`: the outline of a country as GeoJSON (RFC 7946).
struct Canada: Codable, Equatable, Sendable {
    var type: GeoCollectionKind
    var features: [GeoFeature]
}

/// What a GeoJSON document contains.
enum GeoCollectionKind: String, Codable, Sendable {
    case featureCollection = "FeatureCollection"
}

/// Something on the map.
struct GeoFeature: Codable, Equatable, Sendable {
    var type: GeoFeatureKind
    var properties: GeoProperties
    var geometry: GeoPolygon
}

/// What an element of a collection is.
enum GeoFeatureKind: String, Codable, Sendable {
    case feature = "Feature"
}

/// What is known about a feature besides its shape.
struct GeoProperties: Codable, Equatable, Sendable {
    var name: String
}

/// Rings of positions, each longitude and latitude in degrees.
struct GeoPolygon: Codable, Equatable, Sendable {
    var type: GeoShape
    var coordinates: [[[Double]]]
}

/// The shapes that RFC 7946 knows and this document uses.
enum GeoShape: String, Codable, Sendable {
    case polygon = "Polygon"
}
