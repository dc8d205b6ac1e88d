import Foundation
import Testing

/// Encodes the same values with both encoders, under all settings.
@Suite struct EncodingMatrixTests {
    private static func expectParity(
        _ subjects: [EncodingSubject], _ settings: [EncodingSettings], minimumTrials: Int, minimumTexts: Int = 1
    ) {
        var tally = EncodingTally()
        for subject in subjects {
            for settings in settings { tally.add(subject.trial(settings)) }
        }
        tally.expectParity(minimumTrials: minimumTrials, minimumTexts: minimumTexts)
    }

    @Test func values() { Self.expectParity(EncodedValues.all, EncodingSettings.formats, minimumTrials: 1_000) }
    @Test func scripts() { Self.expectParity(EncodingScripts.all, EncodingSettings.formats, minimumTrials: 300) }

    @Test func keys() {
        Self.expectParity(
            EncodedValues.containers + EncodedValues.models + EncodingScripts.all, EncodingSettings.keys,
            minimumTrials: 300)
    }

    @Test func strategies() {
        Self.expectParity(
            EncodedValues.containers + EncodedValues.models + EncodingScripts.all,
            EncodingSettings.dates + EncodingSettings.data + EncodingSettings.floats, minimumTrials: 1_000)
    }

    @Test func positionsInStrings() {
        Self.expectParity(
            EncodedValues.positionsInStrings + EncodedValues.digits, EncodingSettings.formats, minimumTrials: 100)
    }

    /// Values that need a configuration, under all settings.
    @Test func configurations() {
        Self.expectParity(
            EncodedValues.configured,
            EncodingSettings.keys + EncodingSettings.dates + EncodingSettings.data + EncodingSettings.floats,
            minimumTrials: 50)
    }

    @Test func numbers() {
        Self.expectParity(EncodedValues.scalars, EncodingSettings.floats, minimumTrials: 100)
    }
}
