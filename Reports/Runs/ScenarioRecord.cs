using System.Collections.Generic;

namespace SfPerf.Reports.Runs;

/// <summary>Describes what all rounds of a scenario together say; it is in the run of the last one.</summary>
public sealed record ScenarioRecord
{
    /// <summary>Gets how many rounds there were.</summary>
    public required int Rounds { get; init; }

    /// <summary>Gets figures over all rounds, by name.</summary>
    public IReadOnlyDictionary<string, double> Figures { get; init; } = new Dictionary<string, double>();

    /// <summary>Gets the expectations and what became of them.</summary>
    public IReadOnlyList<ExpectationRecord> Expectations { get; init; } = [];

    /// <summary>Gets the figures that the report draws as bars.</summary>
    public IReadOnlyList<ScenarioChart> Charts { get; init; } = [];

    /// <summary>Gets the figures that the report sets out by two factors.</summary>
    public IReadOnlyList<ScenarioGrid> Grids { get; init; } = [];
}

/// <summary>Bars of one unit.</summary>
/// <param name="Title">What they show.</param>
/// <param name="Unit">The unit of all of them.</param>
/// <param name="Bars">From top to bottom.</param>
public sealed record ScenarioChart(string Title, string Unit, IReadOnlyList<ScenarioBar> Bars);

/// <summary>Represents one figure over all rounds.</summary>
/// <param name="Name">What it is the figure of.</param>
/// <param name="Value">The figure.</param>
/// <param name="Low">The low end of its interval; null when one round gives none.</param>
/// <param name="High">The high end.</param>
/// <param name="Published">The figure that was published; null for none.</param>
public sealed record ScenarioBar(string Name, double Value, double? Low, double? High, double? Published);

/// <summary>Cells of two factors, in text.</summary>
/// <param name="Title">What they show.</param>
/// <param name="Columns">The values of the second factor.</param>
/// <param name="Rows">The values of the first factor, each with a cell for every column.</param>
public sealed record ScenarioGrid(string Title, IReadOnlyList<string> Columns, IReadOnlyList<ScenarioGridRow> Rows);

/// <summary>The cells of one value of the first factor.</summary>
public sealed record ScenarioGridRow(string Name, IReadOnlyList<string> Cells);

/// <summary>Describes what a scenario expected and what it measured.</summary>
/// <param name="Claim">A sentence without its full stop.</param>
/// <param name="Outcome"><c>confirmed</c>, <c>contradicted</c> or <c>inconclusive</c>.</param>
/// <param name="Evidence">The ratio with its interval, and what else decided.</param>
public sealed record ExpectationRecord(string Claim, string Outcome, string Evidence);
