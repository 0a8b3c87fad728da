using System;
using System.IO;
using System.Linq;
using System.Net;
using System.Net.Security;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;

namespace SfPerf.TestKit;

/// <summary>A certificate with its key, made for a test: signed by itself or by another one.</summary>
public sealed class TestCertificate : IDisposable
{
    private const string Server = "1.3.6.1.5.5.7.3.1";
    private const string Client = "1.3.6.1.5.5.7.3.2";

    private TestCertificate(X509Certificate2 certificate, TestCertificate? issuer) =>
        (Certificate, Issuer) = (certificate, issuer);

    /// <summary>Gets the certificate, with its key.</summary>
    public X509Certificate2 Certificate { get; }

    /// <summary>Gets who signed it; null: itself.</summary>
    public TestCertificate? Issuer { get; }

    /// <summary>Gets the thumbprint of SHA-1.</summary>
    public string Thumbprint => Certificate.Thumbprint;

    /// <summary>Gets the thumbprint of SHA-256 as openssl prints it.</summary>
    public string Thumbprint256 => string.Join(':', Convert.FromHexString(
        Certificate.GetCertHashString(HashAlgorithmName.SHA256)).Select(b => b.ToString("x2")));

    /// <summary>Makes a certificate with a new key.</summary>
    /// <param name="subject">The whole subject, as CN=name.</param>
    /// <param name="issuer">Who signs it; null: itself.</param>
    /// <param name="authority">Whether it may sign others.</param>
    /// <param name="from">The first hour of its time, from now on.</param>
    /// <param name="to">The last one.</param>
    /// <param name="servers">Whether it is made for servers alone, otherwise for clients, too.</param>
    /// <param name="hosts">The names that a server has.</param>
    public static TestCertificate Make(string subject, TestCertificate? issuer = null, bool authority = false,
        double from = -1, double to = 1, bool servers = false, params string[] hosts)
    {
        using var key = RSA.Create(2048);
        var request = new CertificateRequest(
            new X500DistinguishedName(subject), key, HashAlgorithmName.SHA256, RSASignaturePadding.Pkcs1);
        request.CertificateExtensions.Add(new X509BasicConstraintsExtension(authority, false, 0, critical: true));
        request.CertificateExtensions.Add(new X509SubjectKeyIdentifierExtension(request.PublicKey, critical: false));
        if (issuer is not null)
        {
            request.CertificateExtensions.Add(
                X509AuthorityKeyIdentifierExtension.CreateFromCertificate(issuer.Certificate, true, false));
        }
        if (!authority)
        {
            OidCollection purposes = servers ? [new(Server)] : [new(Server), new(Client)];
            request.CertificateExtensions.Add(new X509EnhancedKeyUsageExtension(purposes, critical: false));
        }
        if (hosts.Length > 0)
        {
            var names = new SubjectAlternativeNameBuilder();
            foreach (var host in hosts)
            {
                if (IPAddress.TryParse(host, out var address))
                    names.AddIpAddress(address);
                else
                    names.AddDnsName(host);
            }
            request.CertificateExtensions.Add(names.Build());
        }
        var now = TimeProvider.System.GetUtcNow();
        if (issuer is null)
        {
            using var own = request.CreateSelfSigned(now.AddHours(from), now.AddHours(to));
            return new(Exportable(own), null);
        }
        // Asks nothing of the issuer: one that may not sign does.
        using var issuerKey = issuer.Certificate.GetRSAPrivateKey()!;
        var signer = X509SignatureGenerator.CreateForRSA(issuerKey, RSASignaturePadding.Pkcs1);
        using var made = request.Create(issuer.Certificate.SubjectName, signer, now.AddHours(from), now.AddHours(to),
            RandomNumberGenerator.GetBytes(8));
        using var whole = made.CopyWithPrivateKey(key);
        return new(Exportable(whole), issuer);
    }

    /// <summary>Gets what a client sends in a handshake.</summary>
    /// <param name="chain">Whether its issuers go along.</param>
    public SslStreamCertificateContext Context(bool chain = false)
    {
        var issuers = new X509Certificate2Collection();
        for (var issuer = Issuer; chain && issuer is not null; issuer = issuer.Issuer)
            issuers.Add(issuer.Certificate);
        return SslStreamCertificateContext.Create(Certificate, issuers, offline: true);
    }

    /// <summary>Writes the certificate and its key in PEM.</summary>
    /// <returns>The path.</returns>
    public string Write(string path)
    {
        File.WriteAllText(path, Pem() + KeyPem());
        return path;
    }

    /// <summary>Gets the certificate in PEM.</summary>
    public string Pem() => Certificate.ExportCertificatePem() + "\n";

    /// <summary>Gets the key in PEM.</summary>
    public string KeyPem()
    {
        using var key = Certificate.GetRSAPrivateKey()!;
        return key.ExportPkcs8PrivateKeyPem() + "\n";
    }

    public void Dispose() => Certificate.Dispose();

    private static X509Certificate2 Exportable(X509Certificate2 certificate) => X509CertificateLoader.LoadPkcs12(
        certificate.Export(X509ContentType.Pkcs12), null, X509KeyStorageFlags.Exportable);
}
