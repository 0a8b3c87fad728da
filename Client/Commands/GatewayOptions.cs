using System;
using System.CommandLine;
using System.Threading;
using System.Threading.Tasks;
using SfPerf.Client.Cluster;
using SfPerf.Client.Rest;
using SfPerf.Commands;
using SfPerf.Fabric.Manifests;

namespace SfPerf.Client.Commands;

/// <summary>The options that name the gateway of a cluster, and the certificates by which it and its client know each
/// other. The parameters of a run that stand for them have the same options.</summary>
internal sealed class GatewayOptions
{
    private readonly Option<string?> _endpoint;

    private readonly Option<string?> _certificate = new(RestEndpoint.CertificateOption)
    {
        Description = "The client's certificate with its private key, in PEM.", HelpName = "FILE",
    };

    private readonly Option<string?> _thumbprint = new(RestEndpoint.ThumbprintOption)
    {
        Description = "The thumbprint of the cluster's certificate, of SHA-1 or SHA-256; without it: that of a "
            + "profile, or the certificate must be valid for this machine.",
        HelpName = "HEX",
    };

    /// <param name="otherwise">Which cluster it is without an address.</param>
    public GatewayOptions(string otherwise) => _endpoint = new(RestEndpoint.AddressOption)
    {
        Description = $"The gateway of a cluster elsewhere, as https://HOST:19080; {otherwise}", HelpName = "URL",
    };

    /// <summary>Adds the options to a command.</summary>
    public void AddTo(Command command)
    {
        foreach (var option in (Option[])[_endpoint, _certificate, _thumbprint])
            command.Options.Add(option);
    }

    /// <summary>Returns the cluster that was named; null where none was.</summary>
    /// <param name="parsed">The command line.</param>
    /// <param name="profile">What a profile says; null without one.</param>
    /// <exception cref="SfPerfException">What was given is no address or thumbprint.</exception>
    public RestEndpoint? Given(ParseResult parsed, ProfileCluster? profile = null)
    {
        if ((parsed.GetValue(_endpoint) ?? profile?.Gateway) is not { } text)
            return null;
        var address = RestEndpoint.Parse(text) ?? throw new SfPerfException(ExitCode.BadParameters,
            $"{RestEndpoint.AddressOption} is '{text}'. Allowed: {RestEndpoint.Allowed}.");
        return With(parsed, address, profile);
    }

    /// <summary>Returns the cluster elsewhere that was named; null where the local one is meant.</summary>
    /// <exception cref="SfPerfException">What was given is no address or thumbprint, or a certificate for no cluster.
    /// </exception>
    public RestEndpoint? Elsewhere(ParseResult parsed)
    {
        if (Given(parsed) is { } endpoint)
            return endpoint;
        return parsed.GetValue(_certificate) is null && parsed.GetValue(_thumbprint) is null ? null
            : throw new SfPerfException(ExitCode.BadParameters, $"{RestEndpoint.CertificateOption} and "
                + $"{RestEndpoint.ThumbprintOption} are for a cluster that {RestEndpoint.AddressOption} names, and "
                + $"none is named. Allowed: {RestEndpoint.AddressOption} with {RestEndpoint.Allowed}.");
    }

    /// <summary>Returns the cluster that was started here and stays.</summary>
    /// <exception cref="SfPerfException">None runs, or what was given is no thumbprint.</exception>
    public async Task<RestEndpoint> StandingAsync(ParseResult parsed, CancellationToken token)
    {
        var standing = await StandingCluster.FindAsync(token).ConfigureAwait(false)
            ?? throw new SfPerfException(ExitCode.Unreachable, "No cluster runs. Start one with sfperf cluster start, "
                + $"or name one with {RestEndpoint.AddressOption}.");
        return With(parsed, new Uri(standing.Gateway), null);
    }

    private RestEndpoint With(ParseResult parsed, Uri address, ProfileCluster? profile) => RestEndpoint.Of(address,
        parsed.GetValue(_certificate) is { } file ? new CertificateFile(file) : null, parsed.GetValue(_thumbprint),
        profile);
}
