using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using SfPerf.Fabric.Cluster.Management;

namespace SfPerf.DevCluster.Security;

/// <summary>Specifies what a client may do.</summary>
internal enum ClientRole
{
    /// <summary>Nothing.</summary>
    None,

    /// <summary>Whatever changes nothing.</summary>
    User,

    /// <summary>Everything.</summary>
    Admin,
}

/// <summary>Judges client certificates. It asks nobody over the network: revocation is not looked up.</summary>
/// <param name="admins">Who may do everything.</param>
/// <param name="users">Who may read.</param>
/// <param name="issuers">Certificates of issuers besides those that clients send along and the machine's own.</param>
/// <param name="time">Gives the time.</param>
internal sealed class ClientJudge(IReadOnlyList<ClientIdentity> admins, IReadOnlyList<ClientIdentity> users,
    X509Certificate2Collection issuers, TimeProvider time)
{
    private const string CommonName = "2.5.4.3";
    private static readonly Oid ClientAuthentication = new("1.3.6.1.5.5.7.3.2");
    private static readonly Oid AnyPurpose = new("2.5.29.37.0");

    /// <summary>Gets a policy that builds chains without asking the network, whatever a certificate says.</summary>
    internal static X509ChainPolicy Offline() => new()
    {
        RevocationMode = X509RevocationMode.NoCheck, DisableCertificateDownloads = true,
    };

    /// <summary>Reads a PEM file with certificates of issuers; none without a file.</summary>
    /// <exception cref="ClusterException">It cannot be read, or holds none.</exception>
    internal static X509Certificate2Collection ReadIssuers(string? file)
    {
        var read = new X509Certificate2Collection();
        if (file is null)
            return read;
        try
        {
            read.ImportFromPemFile(file);
            if (read.Count == 0)
                throw new CryptographicException("It holds no certificate.");
            return read;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or CryptographicException)
        {
            throw new ClusterException("InvalidArgument",
                $"'--client-issuers {file}': {e.Message} Allowed: a PEM file with certificates.");
        }
    }

    /// <summary>Gets what the holder of a certificate may do.</summary>
    /// <param name="certificate">The certificate.</param>
    /// <param name="sent">What came along with it.</param>
    internal ClientRole RoleOf(X509Certificate2 certificate, X509Certificate2Collection sent)
    {
        if (!IsValid(certificate) || !IsForClients(certificate))
            return ClientRole.None;
        if (admins.Any(a => Is(certificate, a, sent)))
            return ClientRole.Admin;
        return users.Any(u => Is(certificate, u, sent)) ? ClientRole.User : ClientRole.None;
    }

    /// <summary>Tells whether a certificate is in its time now.</summary>
    internal bool IsValid(X509Certificate2 certificate)
    {
        var now = time.GetUtcNow();
        return certificate.NotBefore.ToUniversalTime() <= now && now <= certificate.NotAfter.ToUniversalTime();
    }

    // One that names its purposes and not this one was made for something else, such as a server.
    private static bool IsForClients(X509Certificate2 certificate) =>
        certificate.Extensions.OfType<X509EnhancedKeyUsageExtension>().All(e => e.EnhancedKeyUsages.Cast<Oid>()
            .Any(o => o.Value == ClientAuthentication.Value || o.Value == AnyPurpose.Value));

    private bool Is(X509Certificate2 certificate, ClientIdentity identity, X509Certificate2Collection sent)
    {
        if (identity.Name.Length == 0)
            return identity.IsExactly(certificate);
        if (!identity.Name.Equals(NameOf(certificate), StringComparison.OrdinalIgnoreCase))
            return false;
        X509Certificate2Collection known = [.. sent, .. issuers];
        return identity.Issuers.Count == 0 ? IsTrustedHere(certificate, null, known)
            : IsIssuedBy(certificate, identity, [certificate, .. known]) || IsTrustedHere(certificate, identity, known);
    }

    // Whoever wrote several common names into one certificate wanted it to be read in several ways.
    private static string? NameOf(X509Certificate2 certificate)
    {
        var parts = certificate.SubjectName.EnumerateRelativeDistinguishedNames().ToArray();
        if (Array.Exists(parts, p => p.HasMultipleElements))
            return null;
        var names = Array.FindAll(parts, p => p.GetSingleElementType().Value == CommonName);
        return names.Length == 1 ? names[0].GetSingleElementValue() : null;
    }

    // The issuer is known by its thumbprint, and so whole; whether the signature is its own is for the chain to say.
    private bool IsIssuedBy(
        X509Certificate2 certificate, ClientIdentity identity, X509Certificate2Collection candidates)
    {
        foreach (var issuer in candidates.Where(identity.IsIssuer))
        {
            using var chain = NewChain();
            chain.ChainPolicy.TrustMode = X509ChainTrustMode.CustomRootTrust;
            chain.ChainPolicy.CustomTrustStore.Add(issuer);
            // An issuer below another one ends the chain here: beyond it nothing is asked.
            if (!chain.Build(certificate) && chain.ChainStatus.Any(s => s.Status != X509ChainStatusFlags.PartialChain))
                continue;
            if (IssuerIn(chain).RawDataMemory.Span.SequenceEqual(issuer.RawDataMemory.Span))
                return true;
        }
        return false;
    }

    private bool IsTrustedHere(
        X509Certificate2 certificate, ClientIdentity? identity, X509Certificate2Collection known)
    {
        using var chain = NewChain();
        chain.ChainPolicy.ExtraStore.AddRange(known);
        return chain.Build(certificate) && (identity is null || identity.IsIssuer(IssuerIn(chain)));
    }

    private X509Chain NewChain()
    {
        var chain = new X509Chain { ChainPolicy = Offline() };
        chain.ChainPolicy.VerificationTime = time.GetUtcNow().UtcDateTime;
        chain.ChainPolicy.ApplicationPolicy.Add(ClientAuthentication);
        return chain;
    }

    // One that has signed itself is its own issuer.
    private static X509Certificate2 IssuerIn(X509Chain chain) =>
        chain.ChainElements[Math.Min(1, chain.ChainElements.Count - 1)].Certificate;
}
