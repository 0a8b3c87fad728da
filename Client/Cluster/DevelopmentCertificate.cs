using System;
using System.Collections.Generic;
using System.IO;
using System.Net;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using System.Text;
using SfPerf.Platform;

namespace SfPerf.Client.Cluster;

/// <summary>A certificate that has signed itself, for a cluster under development and its client alike, as Service
/// Fabric's local cluster has one.</summary>
internal static class DevelopmentCertificate
{
    private const string Name = "ServiceFabricDevClusterCert";
    private const int KeyBits = 2048;
    private const int ValidDays = 365;
    private const UnixFileMode OwnerOnly = UnixFileMode.UserRead | UnixFileMode.UserWrite;

    /// <summary>Makes one with a new key.</summary>
    /// <param name="hosts">Names and addresses of the cluster besides loopback.</param>
    /// <param name="time">Gives the time.</param>
    public static X509Certificate2 Make(IEnumerable<string> hosts, TimeProvider time)
    {
        using var key = RSA.Create(KeyBits);
        var request = new CertificateRequest($"CN={Name}", key, HashAlgorithmName.SHA256, RSASignaturePadding.Pkcs1);
        var names = new SubjectAlternativeNameBuilder();
        foreach (var host in (string[])["localhost", "127.0.0.1", "::1", .. hosts])
        {
            if (IPAddress.TryParse(host, out var address))
                names.AddIpAddress(address);
            else
                names.AddDnsName(host);
        }
        var extensions = request.CertificateExtensions;
        extensions.Add(names.Build());
        extensions.Add(new X509BasicConstraintsExtension(false, false, 0, critical: true));
        extensions.Add(new X509KeyUsageExtension(
            X509KeyUsageFlags.DigitalSignature | X509KeyUsageFlags.KeyEncipherment, critical: true));
        // Server and client.
        extensions.Add(new X509EnhancedKeyUsageExtension(
            [new("1.3.6.1.5.5.7.3.1"), new("1.3.6.1.5.5.7.3.2")], critical: false));
        extensions.Add(new X509SubjectKeyIdentifierExtension(request.PublicKey, critical: false));
        var now = time.GetUtcNow();
        // Clocks differ.
        using var made = request.CreateSelfSigned(now.AddHours(-1), now.AddDays(ValidDays));
        return X509CertificateLoader.LoadPkcs12(
            made.Export(X509ContentType.Pkcs12), null, X509KeyStorageFlags.Exportable);
    }

    /// <summary>Writes certificate and private key into a file that only its owner may read; one that is there is
    /// replaced as a whole.</summary>
    /// <param name="certificate">The certificate.</param>
    /// <param name="path">*.pfx is written without a password, any other name in PEM.</param>
    /// <exception cref="IOException">The file cannot be written.</exception>
    public static void Write(X509Certificate2 certificate, string path)
    {
        var content = path.EndsWith(".pfx", StringComparison.OrdinalIgnoreCase)
            ? certificate.Export(X509ContentType.Pkcs12) : Encoding.ASCII.GetBytes(Pem(certificate));
        var temporary = path + ".new";
        File.Delete(temporary);
        var options = new FileStreamOptions { Mode = FileMode.CreateNew, Access = FileAccess.Write };
        if (!OperatingSystem.IsWindows())
            options.UnixCreateMode = OwnerOnly;
        using (var file = new FileStream(temporary, options))
        {
            file.Write(content);
            DurableFile.Flush(file);
        }
        DurableFile.Rename(temporary, path);
    }

    private static string Pem(X509Certificate2 certificate)
    {
        using var key = certificate.GetRSAPrivateKey()!;
        return $"{certificate.ExportCertificatePem()}\n{key.ExportPkcs8PrivateKeyPem()}\n";
    }
}
