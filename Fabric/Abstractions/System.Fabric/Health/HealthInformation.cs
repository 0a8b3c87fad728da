#nullable disable

namespace System.Fabric.Health;

/// <summary>What a source says of a property of an entity. A later report of the same source and property replaces it.
/// </summary>
public sealed class HealthInformation
{
    public const long AutoSequenceNumber = 0;

    public const long UnknownSequenceNumber = -1;

    /// <param name="sourceId">Who reports; names that begin with <c>System.</c> are the cluster's own.</param>
    /// <param name="property">What it is about.</param>
    /// <param name="healthState">Ok, Warning or Error.</param>
    /// <exception cref="ArgumentException">A name is empty.</exception>
    public HealthInformation(string sourceId, string property, HealthState healthState)
    {
        ArgumentException.ThrowIfNullOrWhiteSpace(sourceId);
        ArgumentException.ThrowIfNullOrWhiteSpace(property);
        (SourceId, Property, HealthState) = (sourceId, property, healthState);
    }

    public string SourceId { get; }

    public string Property { get; }

    public HealthState HealthState { get; }

    /// <summary>Gets or sets the text; the cluster keeps its first 4096 characters.</summary>
    public string Description { get; set; } = "";

    /// <summary>Gets or sets how long the report is valid.</summary>
    /// <value>For ever unless set.</value>
    public TimeSpan TimeToLive { get; set; } = TimeSpan.MaxValue;

    /// <summary>Gets or sets whether a report that is not valid any more is removed; otherwise it counts as an error.
    /// </summary>
    public bool RemoveWhenExpired { get; set; }

    /// <summary>Gets or sets a number that grows with each report; one that does not is dropped as stale.</summary>
    /// <value><see cref="AutoSequenceNumber"/>, which takes the time, unless set.</value>
    public long SequenceNumber { get; set; } = AutoSequenceNumber;

    /// <exception cref="ArgumentException">A report that Service Fabric refuses, too.</exception>
    internal void Check()
    {
        if (HealthState is not (HealthState.Ok or HealthState.Warning or HealthState.Error))
            throw new ArgumentException($"The health state is {HealthState}. Allowed: Ok, Warning, Error.");
        if (SourceId.StartsWith("System.", StringComparison.OrdinalIgnoreCase))
        {
            throw new ArgumentException(
                $"The source is '{SourceId}'. Names that begin with System. are the cluster's own.");
        }
        if (TimeToLive <= TimeSpan.Zero)
            throw new ArgumentException($"TimeToLive is {TimeToLive}. Allowed: more than zero.");
    }

    public override string ToString() => $"{SourceId} {Property} {HealthState} {Description}".TrimEnd();
}

/// <summary>How a report is sent. Reports reach the manager at once here, whatever is set.</summary>
public sealed class HealthReportSendOptions
{
    public HealthReportSendOptions()
    {
    }

    public bool Immediate { get; set; }
}
