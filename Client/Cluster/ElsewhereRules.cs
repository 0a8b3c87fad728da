using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using SfPerf.Client.Parameters;
using SfPerf.Client.Rest;
using SfPerf.Commands;
using SfPerf.Commands.Parameters;
using SfPerf.Fabric.Manifests;

namespace SfPerf.Client.Cluster;

/// <summary>
/// Determines whether a run is measured on a cluster elsewhere, through a gateway with Service Fabric's REST interface:
/// because its ClusterAddress or its publish profile names one.
/// </summary>
internal static class ElsewhereRules
{
    private const string Scheme = "://";

    /// <summary>Returns what is measured there; null where the run has a cluster of another kind, or a problem.
    /// </summary>
    /// <param name="run">The parameters.</param>
    /// <param name="file">The parameter file, beside which other files may lie.</param>
    /// <param name="profile">The publish profile.</param>
    /// <param name="problems">Takes what is wrong.</param>
    public static Deployment? Find(RunParameters run, string file, string profile, List<ParameterProblem> problems)
    {
        try
        {
            var read = PublishProfile.Read(profile, elsewhere: true);
            var named = Address(run, read, problems);
            if (named is not { } address)
            {
                problems.AddRange(Needless(run));
                return null;
            }
            var trusted = run.Set.Text(RunCatalogue.ServerThumbprint);
            var endpoint = RestEndpoint.Of(address, Certificate(run, file, problems), trusted, read.Cluster);
            return new Deployment("", Path.GetFullPath(profile), Deployment.Demanded(run).ToDictionary())
            {
                Elsewhere = endpoint, Application = ApplicationParameterFile.Read(read.ParameterFile).Name,
            };
        }
        catch (Exception e) when (e is ManifestException or SfPerfException)
        {
            problems.Add(new ParameterProblem(null, null, null, e.Message));
            return null;
        }
    }

    /// <summary>Returns the name of the application that a profile deploys.</summary>
    /// <exception cref="ManifestException">The profile, or its parameter file, is wrong.</exception>
    public static string ApplicationOf(string profile) => ApplicationParameterFile.Read(
        PublishProfile.Read(profile, elsewhere: true).ParameterFile).Name;

    // A host without a scheme has our own client endpoint.
    private static Uri? Address(RunParameters run, PublishProfile profile, List<ParameterProblem> problems)
    {
        var value = run.Set.Find(RunCatalogue.Address)!;
        if (value.Text.Length == 0)
            return profile.Cluster is { } cluster ? RestEndpoint.Parse(cluster.Gateway) : null;
        if (!value.Text.Contains(Scheme, StringComparison.Ordinal))
            return null;
        var address = RestEndpoint.Parse(value.Text);
        if (address is null)
        {
            problems.Add(ParameterProblem.Of(value, $"no address of a gateway; allowed: {RestEndpoint.Allowed}, a host "
                + "whose port is ClientConnectionEndpoint, or empty."));
        }

        return address;
    }

    private static CertificateSource? Certificate(RunParameters run, string file, List<ParameterProblem> problems)
    {
        var value = run.Set.Find(RunCatalogue.ClientFile)!;
        if (value.Text.Length == 0)
        {
            var thumbprint = run.Set.Text(RunCatalogue.ClientThumbprint);
            return thumbprint.Length == 0 ? null : StoredCertificate.ByThumbprint(thumbprint);
        }
        var found = Locations.Find(value.Text, value.Origin.Kind == OriginKind.File ? file : null);
        if (!File.Exists(found))
        {
            problems.Add(ParameterProblem.Of(value, "there is no such file; allowed: a PEM file with a certificate and "
                + "its private key."));
        }

        return new CertificateFile(found ?? value.Text);
    }

    // Whoever names a certificate believes that it protects something.
    private static IEnumerable<ParameterProblem> Needless(RunParameters run) =>
        new[] { RunCatalogue.ServerThumbprint, RunCatalogue.ClientThumbprint, RunCatalogue.ClientFile }
            .Select(name => run.Set.Find(name)!).Where(value => value.Text.Length > 0)
            .Select(value => ParameterProblem.Of(value, "a local cluster, and a client endpoint, are reached without "
                + $"certificates; allowed: empty, or {RunCatalogue.Address} = https://HOST:PORT, or a publish profile "
                + "that names a cluster."));
}
