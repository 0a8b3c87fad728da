using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Xml;
using System.Xml.Linq;
using SfPerf.Client.Packages;
using SfPerf.Client.Parameters;
using SfPerf.Client.Rest;
using SfPerf.Commands;
using SfPerf.Commands.Parameters;
using SfPerf.Fabric.Manifests;
using SfPerf.Platform;

namespace SfPerf.Client.Cluster;

/// <summary>Describes what is deployed on a cluster: paths are absolute, since another process reads them.</summary>
internal sealed record Deployment(
    string Package, string Profile, IReadOnlyDictionary<string, string> Parameters)
{
    private const string DriverPartitions = "LoadDriver_PartitionCount";
    private const string PackageFolder = "ApplicationPackage";
    private const string ProfileFolder = "PublishProfiles";
    private const string FiveNodes = "Local.5Node.xml";

    /// <summary>Gets whether applications that the cluster holds and that cannot be beside this one are deleted, with
    /// their state.</summary>
    public bool Replaces { get; init; }

    /// <summary>Gets the build whose cluster runs it; null for this one.</summary>
    public MeasuredBuild? Build { get; init; }

    /// <summary>Gets the cluster elsewhere whose application is measured as it is; null where one is deployed.
    /// </summary>
    public RestEndpoint? Elsewhere { get; init; }

    /// <summary>Gets the name of the application, as fabric:/SfPerf, in a cluster elsewhere or where a service of
    /// another one is measured; empty otherwise.</summary>
    public string Application { get; init; } = "";

    /// <summary>Gets the service of another application that is measured; null for one that is deployed.</summary>
    public MeasuredService? Target { get; init; }

    /// <summary>Gets with how many load drivers the application, where the cluster has it, serves as it is; null where
    /// it must be as this says.</summary>
    public int? Drivers { get; init; }

    /// <summary>Returns whether another one deploys the same.</summary>
    public bool Same(Deployment other) => (Package, Profile) == (other.Package, other.Profile)
        && Parameters.Count == other.Parameters.Count && Parameters.All(p =>
            other.Parameters.TryGetValue(p.Key, out var value) && value == p.Value);

    /// <summary>Returns which build and which code is measured, for comparisons; null where it is this build.</summary>
    public IReadOnlyDictionary<string, string>? Versions()
    {
        var versions = new Dictionary<string, string>();
        if (Build is { } build)
            versions["build"] = build.Version;
        if (Elsewhere is null && PackageVersions.CodeOf(Package) is { Length: > 0 } code)
            versions["services"] = code;
        return versions.Count > 0 ? versions : null;
    }

    /// <summary>Finds the package and the profile, and checks the application parameters' names.</summary>
    public static Deployment? Find(RunParameters run, string file, List<ParameterProblem> problems)
    {
        var build = MeasuredBuild.Find(run, file, problems);
        var name = run.PublishProfile.Text;
        var profile = (build is null ? null : Locations.FindAbove(build.Folder, name)) ?? ProfileOf(run, file);
        if (profile is null || !File.Exists(profile))
        {
            problems.Add(new ParameterProblem("PublishProfile", name, run.PublishProfile.Origin,
                "there is no such file; allowed: a publish profile's path or name, as Local.5Node."));
        }
        else if (ElsewhereRules.Find(run, file, profile, problems) is { } elsewhere)
        {
            if (build is not null)
                problems.Add(MeasuredBuild.IsElsewhere(run));
            return elsewhere;
        }

        var package = PackageStore.Find(run, file, build, problems);
        if (package is not null)
            CheckNames(PackagePath.Find(package, ApplicationReader.FileName), run, problems);
        if (problems.Count > 0)
            return null;
        var deployment = new Deployment(Path.GetFullPath(package!), Path.GetFullPath(profile!), Effective(run))
        {
            Build = build,
        };
        return run.TargetService.Length == 0 ? deployment : ForOther(run, deployment, problems);
    }

    // The load drivers that the cluster has may serve: only a run that asks for others deploys them.
    private static Deployment? ForOther(RunParameters run, Deployment deployment, List<ParameterProblem> problems)
    {
        try
        {
            return deployment with
            {
                Target = MeasuredService.Of(run),
                Application = ElsewhereRules.ApplicationOf(deployment.Profile),
                Drivers = run.ApplicationParameters.Count == 0 ? run.Clients : null,
            };
        }
        catch (ManifestException e)
        {
            problems.Add(new ParameterProblem(null, null, null, e.Message));
            return null;
        }
    }

    /// <summary>Returns the application parameters that a run asks for, by their own names or by those of the store's
    /// settings.</summary>
    public static IEnumerable<KeyValuePair<string, string>> Demanded(RunParameters run) => run.ApplicationParameters
        .Concat(ActorServiceType(run)).Concat(StoreRules.Settings(run.Set)).DistinctBy(p => p.Key);

    /// <summary>Returns the deployment of one service on five nodes, for a scenario.</summary>
    /// <exception cref="SfPerfException">The package or its profile is not found.</exception>
    public static Deployment Alone(
        MeasuredService service, params IReadOnlyCollection<KeyValuePair<string, string>> parameters)
    {
        var name = Path.Combine(ProfileFolder, FiveNodes);
        if (Locations.Find(PackageFolder) is not { } package || Locations.Find(name) is not { } profile)
        {
            throw new SfPerfException(ExitCode.BadParameters, $"{PackageFolder} or {name} is neither in the current "
                + "folder, nor above it, nor above the program.");
        }

        return new Deployment(Path.GetFullPath(package), Path.GetFullPath(profile),
            service.WithoutOthers().Concat(parameters).ToDictionary());
    }

    /// <summary>Returns a deployment that also has the service which another run measures, as that one wants it: runs
    /// that take turns then find both, and warm.</summary>
    public Deployment With(MeasuredService service, Deployment other) => this with
    {
        Parameters = Parameters.Where(p => !service.Has(p.Key))
            .Concat(other.Parameters.Where(p => service.Has(p.Key))).ToDictionary(),
        Drivers = null,
    };

    private static string? ProfileOf(RunParameters run, string file)
    {
        var besides = run.PublishProfile.Origin.Kind == OriginKind.File ? file : null;
        var name = run.PublishProfile.Text;
        return Locations.Find(name, besides) ?? Locations.Find(Path.Combine(ProfileFolder, name))
            ?? Locations.Find(Path.Combine(ProfileFolder, name + ".xml"));
    }

    // As many load drivers as generators, unless the user says otherwise: generators that share one share its
    // processor.
    private static Dictionary<string, string> Effective(RunParameters run)
    {
        var parameters = new Dictionary<string, string>(run.ApplicationParameters);
        if (run.Clients > 1)
            parameters.TryAdd(DriverPartitions, run.Clients.ToString((IFormatProvider?)null));
        foreach (var (name, value) in MeasuredService.Of(run).WithoutOthers().Concat(Demanded(run)))
            parameters.TryAdd(name, value);
        return parameters;
    }

    // The type decides what its actors' states survive. States that end with the primary need no other replica.
    private static IEnumerable<KeyValuePair<string, string>> ActorServiceType(RunParameters run)
    {
        if (MeasuredService.Of(run) != MeasuredService.Actors || run.StatePersistence == StatePersistences.Persisted)
            yield break;
        var actors = MeasuredService.Actors.Name;
        var isVolatile = run.StatePersistence == StatePersistences.Volatile;
        yield return new($"{actors}_ServiceType", $"Sf{(isVolatile ? "Volatile" : "Transient")}ActorServiceType");
        if (isVolatile)
            yield break;
        yield return new($"{actors}_TargetReplicaSetSize", "1");
        yield return new($"{actors}_MinReplicaSetSize", "1");
    }

    private static void CheckNames(string manifest, RunParameters run, List<ParameterProblem> problems)
    {
        if (!run.Set.ApplicationParameters.Any())
            return;
        string[] names;
        try
        {
            var root = BoundedXml.Load(manifest).Root!;
            names = root.Elements(root.Name.Namespace + "Parameters").Elements(root.Name.Namespace + "Parameter")
                .Select(p => (string?)p.Attribute("Name") ?? "").ToArray();
        }
        catch (Exception e) when (e is XmlException or IOException)
        {
            var line = (e as XmlException)?.LineNumber ?? 0;
            problems.Add(new ParameterProblem(
                null, null, new ParameterOrigin(OriginKind.File, manifest, line), e.Message));
            return;
        }

        foreach (var value in run.Set.ApplicationParameters)
        {
            var name = value.Name[ParameterCatalogue.ApplicationParametersPrefix.Length..];
            if (names.Contains(name))
                continue;
            var near = Suggestion.Nearest(name, names);
            problems.Add(new ParameterProblem(value.Name, value.Text, value.Origin,
                $"the application manifest has no such parameter; allowed: {string.Join(", ", names)}."
                + (near is null ? "" : $" Did you mean {near}?")));
        }
    }
}
