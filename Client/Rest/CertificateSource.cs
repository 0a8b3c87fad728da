using System;
using System.IO;
using System.Linq;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using SfPerf.Commands;
using SfPerf.Fabric.Manifests;

namespace SfPerf.Client.Rest;

/// <summary>Specifies where the certificate is that a client shows to a cluster.</summary>
internal abstract record CertificateSource
{
    /// <summary>Reads the certificate with its private key.</summary>
    /// <exception cref="SfPerfException">It is not there, or has no key.</exception>
    public abstract X509Certificate2 Read();
}

/// <summary>A PEM file with a certificate and its private key.</summary>
/// <param name="Path">The file.</param>
internal sealed record CertificateFile(string Path) : CertificateSource
{
    public override X509Certificate2 Read()
    {
        try
        {
            using var read = X509Certificate2.CreateFromPemFile(Path);
            // TLS on Windows takes no key that lives in memory alone.
            return X509CertificateLoader.LoadPkcs12(read.Export(X509ContentType.Pkcs12), null);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or CryptographicException)
        {
            throw new SfPerfException(ExitCode.BadParameters,
                $"--cert {Path}: {e.Message} Allowed: a PEM file with a certificate and its private key.", e);
        }
    }
}

/// <summary>A certificate in a store of this machine; of several that fit, the one that is valid for longest.</summary>
/// <param name="Wanted">Which one.</param>
internal sealed record StoredCertificate(ProfileCertificate Wanted) : CertificateSource
{
    /// <summary>Returns the one with a thumbprint in this user's own store.</summary>
    public static StoredCertificate ByThumbprint(string thumbprint) => new(new ProfileCertificate(
        nameof(X509FindType.FindByThumbprint), thumbprint, nameof(StoreLocation.CurrentUser), nameof(StoreName.My)));

    public override X509Certificate2 Read()
    {
        X509Certificate2Collection found;
        try
        {
            using var store = new X509Store(Wanted.StoreName, Enum.Parse<StoreLocation>(Wanted.StoreLocation));
            store.Open(OpenFlags.ReadOnly | OpenFlags.OpenExistingOnly);
            var type = Enum.Parse<X509FindType>(Wanted.FindType);
            // Thumbprints are copied with blanks, colons and invisible characters about them.
            var value = type == X509FindType.FindByThumbprint
                ? string.Concat(Wanted.FindValue.Where(char.IsAsciiHexDigit)) : Wanted.FindValue;
            found = store.Certificates.Find(type, value, validOnly: false);
        }
        catch (Exception e) when (e is CryptographicException or PlatformNotSupportedException)
        {
            throw Missing($"cannot be opened: {e.Message}", e);
        }
        return found.Where(c => c.HasPrivateKey).MaxBy(c => c.NotAfter)
            ?? throw Missing(found.Count == 0 ? "has no such certificate."
                : "has it without its private key.");
    }

    private SfPerfException Missing(string what, Exception? cause = null) => new(ExitCode.BadParameters,
        $"The client's certificate is to be found by {Wanted.FindType} '{Wanted.FindValue}', but the store "
        + $"'{Wanted.StoreName}' of {Wanted.StoreLocation} {what} Allowed: a certificate with its private key there, "
        + "or a PEM file with both, named by --cert.", cause);
}
