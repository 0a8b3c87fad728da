using System;
using System.Linq;
using SfPerf.Commands;
using SfPerf.Fabric.Manifests;

namespace SfPerf.Client.Rest;

/// <summary>Specifies where a cluster's gateway is, and who asks it.</summary>
/// <param name="Address">The address of its gateway.</param>
/// <param name="Certificate">The client's certificate; null for none.</param>
/// <param name="ServerThumbprint">The thumbprint of the server's certificate, of SHA-1 or SHA-256; null where the
/// machine's own authorities decide.</param>
internal sealed record RestEndpoint(Uri Address, CertificateSource? Certificate, string? ServerThumbprint)
{
    /// <summary>What an address must be.</summary>
    public const string Allowed = "https://HOST:PORT or http://HOST:PORT";

    /// <summary>The option that names the address.</summary>
    public const string AddressOption = "--endpoint";

    /// <summary>The option that names the client's certificate.</summary>
    public const string CertificateOption = "--cert";

    /// <summary>The option that names the server's certificate.</summary>
    public const string ThumbprintOption = "--server-thumbprint";

    /// <summary>How long a cluster may take for an answer.</summary>
    public static readonly TimeSpan RequestLimit = TimeSpan.FromSeconds(60);

    /// <summary>Gets the address as people write it.</summary>
    public string Text => Address.GetLeftPart(UriPartial.Authority);

    /// <summary>Puts together what was given and what a profile says; what was given wins.</summary>
    /// <param name="address">The address.</param>
    /// <param name="certificate">The client's certificate; null where none was given.</param>
    /// <param name="serverThumbprint">The server's; null or empty where none was given.</param>
    /// <param name="profile">What the profile says; null without one.</param>
    /// <exception cref="SfPerfException">The thumbprint is none.</exception>
    public static RestEndpoint Of(
        Uri address, CertificateSource? certificate, string? serverThumbprint, ProfileCluster? profile)
    {
        certificate ??= profile?.Certificate is { } stored ? new StoredCertificate(stored) : null;
        var trusted = string.IsNullOrEmpty(serverThumbprint) ? profile?.ServerThumbprint : serverThumbprint;
        return new(address, certificate, trusted is null ? null : Digits(trusted));
    }

    /// <summary>Reads an address; null when it is none. Without a scheme it is https.</summary>
    public static Uri? Parse(string text)
    {
        var whole = text.Contains("://", StringComparison.Ordinal) ? text : "https://" + text;
        return Uri.TryCreate(whole, UriKind.Absolute, out var uri) && uri is { AbsolutePath: "/", Query: "" }
            && (uri.Scheme == Uri.UriSchemeHttps || uri.Scheme == Uri.UriSchemeHttp) ? uri : null;
    }

    // Thumbprints are copied with blanks, colons and invisible characters about them.
    private static string Digits(string thumbprint)
    {
        var digits = string.Concat(thumbprint.Where(c => char.IsAsciiLetterOrDigit(c) || c == '-'));
        return digits.Length is 40 or 64 && digits.All(char.IsAsciiHexDigit) ? digits
            : throw new SfPerfException(ExitCode.BadParameters, $"The thumbprint of the cluster's certificate is "
                + $"'{thumbprint}'. Allowed: the 40 hexadecimal digits of SHA-1 or the 64 of SHA-256.");
    }
}

/// <summary>The first versions of the REST interface that have what we ask for.</summary>
internal static class RestVersions
{
    public const string Entities = "6.0";
    public const string Files = "6.0";
    public const string Provisioning = "6.2";
    public const string Epochs = "6.4";
    public const string Moves = "6.5";
}
