using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using SfPerf.Commands.Parameters;

namespace SfPerf.Scenarios.TableInsert;

/// <summary>The parameters of <c>table-insert</c>.</summary>
internal static class InsertCatalogue
{
    public const string Name = "table-insert";
    public const string InProcess = "InProcess";
    public const string Azurite = "Azurite";
    public const string Split = "Split";
    public const string Coalesced = "Coalesced";

    // The most operations that an entity group transaction may have.
    private const int EntitiesMax = 100;

    public static ParameterCatalogue Instance { get; } = ScenarioCatalogue.Of(Name,
    [
        Define.List("Endpoints", Define.Choice("Endpoints", [InProcess, Azurite], "", ""), $"{InProcess},{Azurite}",
            "Servers: one within this process whose cost is known, and the emulator of Azure Table storage.",
            "--endpoints"),
        Define.List("UseNagleAlgorithm", Define.Flag("UseNagleAlgorithm", true, ""), "true,false",
            "Whether the client's socket waits with a small segment until the one before is acknowledged.", "--nagle"),
        Define.List("Expect100Continue", Define.Flag("Expect100Continue", true, ""), "true,false",
            "Whether the client sends the headers and waits for 100 (Continue) before it sends the body.", "--expect"),
        Define.List("RequestFraming", Define.Choice("RequestFraming", [Split, Coalesced], "", ""),
            $"{Split},{Coalesced}",
            "Split writes headers and body apart, as HttpWebRequest did in 2011; Coalesced as HttpClient does today.",
            "--framing"),
        Define.List("EntitiesPerRequest", Define.Integer("EntitiesPerRequest", 1, EntitiesMax, null, ""), "1,10",
            "Entities of a request: 1 is an insert, more are one entity group transaction.", "--entities"),
        Define.Integer("WindowSeconds", 1, 3600, 2, "Length of a window, one of each cell in every round.",
            "--window"),
        Define.Integer("NumOperationsMax", 1, 100_000_000, 1000, "Requests of a window at most.", "--operations"),
        Define.Integer("NumWarmUpOperations", 1, 1_000_000, 20,
            "Requests on each new connection before its window begins.", "--warmup"),
    ]);
}

/// <summary>The sizes of the scenario.</summary>
internal sealed class InsertSettings(ParameterSet parameters)
{
    /// <summary>Gets the endpoints, in order.</summary>
    public IReadOnlyList<string> Endpoints { get; } = [.. parameters.List("Endpoints").Distinct()];

    /// <summary>Gets the cells that each endpoint is measured in, in the order of the first round.</summary>
    public IReadOnlyList<InsertCell> Cells { get; } =
    [
        .. from framing in parameters.List("RequestFraming").Distinct()
           from entities in parameters.List("EntitiesPerRequest").Distinct()
           from expect in parameters.List("Expect100Continue").Select(bool.Parse).Distinct()
           from nagle in parameters.List("UseNagleAlgorithm").Select(bool.Parse).Distinct()
           select new InsertCell(framing == InsertCatalogue.Split, int.Parse(entities, CultureInfo.InvariantCulture),
               nagle, expect),
    ];

    /// <summary>Gets the length of a window.</summary>
    public double WindowSeconds => parameters.Integer("WindowSeconds");

    /// <summary>Gets the requests of a window at most.</summary>
    public long OperationsMax => parameters.Integer("NumOperationsMax");

    /// <summary>Gets the requests on each new connection that are not counted. They also bring the server's kernel to
    /// delay its acknowledgements: at first it acknowledges at once.</summary>
    public long Warmup => parameters.Integer("NumWarmUpOperations");
}

/// <summary>Represents one combination of the factors.</summary>
/// <param name="Split">Whether headers and body are written apart.</param>
/// <param name="Entities">Entities of a request.</param>
/// <param name="Nagle">Whether the client's socket uses Nagle's algorithm.</param>
/// <param name="Expect">Whether the client waits for 100 (Continue).</param>
internal sealed record InsertCell(bool Split, int Entities, bool Nagle, bool Expect)
{
    /// <summary>Gets what requests look like, whatever the other two factors are.</summary>
    public string Shape => string.Create(CultureInfo.InvariantCulture,
        $"{(Split ? InsertCatalogue.Split : InsertCatalogue.Coalesced)} x{Entities}");

    /// <summary>The name of its phase in runs.</summary>
    public string PhaseName(string endpoint) =>
        $"{endpoint} {Shape} Nagle {OnOff(Nagle)} Expect {OnOff(Expect)}";

    /// <summary>A factor as tables show it.</summary>
    public static string OnOff(bool factor) => factor ? "on" : "off";
}
