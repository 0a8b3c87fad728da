using System;
using System.Collections.Generic;
using System.Linq;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using SfPerf.Fabric.Cluster.Management;

namespace SfPerf.DevCluster.Security;

/// <summary>
/// Specifies who a client certificate has to be: one certificate, or any of a common name. The latter goes on when the
/// certificate is renewed.
/// </summary>
internal sealed class ClientIdentity
{
    internal const string Form = "THUMBPRINT or NAME:ISSUER_THUMBPRINT";
    private const int Sha1Digits = 40;
    private const int Sha256Digits = 64;
    private readonly string? _thumbprint;

    private ClientIdentity(string? thumbprint, string name, IReadOnlyList<string> issuers) =>
        (_thumbprint, Name, Issuers) = (thumbprint, name, issuers);

    /// <summary>Gets the common name; empty where one certificate is named.</summary>
    internal string Name { get; }

    /// <summary>Gets the thumbprints of which the issuer has one; none: the machine decides whom it trusts.</summary>
    internal IReadOnlyList<string> Issuers { get; }

    /// <exception cref="ClusterException">The text is neither.</exception>
    internal static ClientIdentity Parse(string option, string text)
    {
        if (ThumbprintOf(text) is { } thumbprint)
            return new(thumbprint, "", []);
        var end = text.LastIndexOf(':');
        var name = end < 0 ? text : text[..end];
        var issuers = end < 0 ? [] : text[(end + 1)..].Split(',').Select(ThumbprintOf).ToArray();
        // What is nearly a thumbprint is not taken for a name that anybody may have.
        var mistyped = name.Length is 0 or >= Sha1Digits - 2 && name.All(char.IsAsciiHexDigit)
            || name.StartsWith("CN=", StringComparison.OrdinalIgnoreCase);
        return mistyped || name.Any(char.IsControl) || issuers.Contains(null)
            ? throw new ClusterException("InvalidArgument", $"'{option}' is '{text}'. Allowed: {Form}, several issuers "
                + $"with commas; a thumbprint has {Sha1Digits} (SHA-1) or {Sha256Digits} (SHA-256) hexadecimal digits.")
            : new(null, name, issuers!);
    }

    /// <summary>Tells whether this is the certificate that was named.</summary>
    internal bool IsExactly(X509Certificate2 certificate) => _thumbprint is not null && Has(certificate, _thumbprint);

    /// <summary>Tells whether a certificate is that of an issuer.</summary>
    internal bool IsIssuer(X509Certificate2 certificate) => Issuers.Any(i => Has(certificate, i));

    private static bool Has(X509Certificate2 certificate, string thumbprint) => thumbprint.Equals(
        certificate.GetCertHashString(
            thumbprint.Length == Sha1Digits ? HashAlgorithmName.SHA1 : HashAlgorithmName.SHA256),
        StringComparison.OrdinalIgnoreCase);

    // As tools print it: with colons or blanks between the bytes, or none.
    private static string? ThumbprintOf(string text)
    {
        var digits = text.Replace(":", "", StringComparison.Ordinal).Replace(" ", "", StringComparison.Ordinal);
        return digits.Length is Sha1Digits or Sha256Digits && digits.All(char.IsAsciiHexDigit)
            && !text.StartsWith(':') ? digits : null;
    }
}
