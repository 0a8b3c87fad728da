namespace SfPerf.Client.Scenarios;

/// <summary>A part of a round that is measured by itself.</summary>
/// <param name="Name">The name of its phase in runs.</param>
/// <param name="Seconds">How long it takes on a machine of two cores, roughly: the first guess of the time
/// left.</param>
internal readonly record struct ScenarioBlock(string Name, double Seconds);
