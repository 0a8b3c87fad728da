using System;
using System.IO;
using System.Linq;
using System.Net.Security;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using System.Text;
using System.Threading;
using SfPerf.Fabric.Cluster.Management;
using SfPerf.Platform.Logging;

namespace SfPerf.DevCluster.Security;

/// <summary>
/// The certificate of the https gateway. Its files are looked at again while the gateway runs, so that a renewed one is
/// used from then on; one that cannot be used leaves the old one in its place.
/// </summary>
internal sealed class ServerCertificate
{
    private static readonly TimeSpan LookInterval = TimeSpan.FromSeconds(1);
    private readonly Lock _gate = new();
    private readonly string _file;
    private readonly string? _keyFile;
    private readonly TimeProvider _time;
    private readonly Func<EventLog> _log;
    // Guarded by _gate.
    private byte[] _seen;
    private long _looked;
    private Loaded _loaded;

    private ServerCertificate(string file, string? keyFile, TimeProvider time, Func<EventLog> log)
    {
        (_file, _keyFile, _time, _log) = (file, keyFile, time, log);
        _seen = Content();
        _loaded = Load(_seen);
        _looked = time.GetTimestamp();
    }

    /// <summary>Reads a certificate.</summary>
    /// <param name="file">PEM with the certificate, those of its issuers and its key, or a PFX without a password.
    /// </param>
    /// <param name="keyFile">PEM with the key where the file above has none.</param>
    /// <param name="time">Gives the time.</param>
    /// <param name="log">Takes what becomes of a renewal.</param>
    /// <exception cref="ClusterException">It cannot be used.</exception>
    internal static ServerCertificate Open(string file, string? keyFile, TimeProvider time, Func<EventLog> log)
    {
        try
        {
            return new(file, keyFile, time, log);
        }
        catch (Exception e) when (IsOfTheFile(e))
        {
            throw new ClusterException("InvalidArgument", $"'--certificate {file}': {e.Message} Allowed: a PEM file "
                + "with a certificate and its private key (or the key in the file of '--certificate-key'), or a .pfx "
                + "file without a password.");
        }
    }

    /// <summary>Gets the certificate of a new connection.</summary>
    internal Loaded Current()
    {
        var changed = "";
        Loaded current;
        lock (_gate)
        {
            if (_time.GetElapsedTime(_looked) >= LookInterval)
            {
                _looked = _time.GetTimestamp();
                changed = Look();
            }
            current = _loaded;
        }
        if (changed.Length > 0)
            _log().CertificateChanged(changed);
        return current;
    }

    // Under _gate. Says what has changed; empty: nothing.
    private string Look()
    {
        try
        {
            var content = Content();
            if (content.AsSpan().SequenceEqual(_seen))
                return "";
            _seen = content;
            _loaded = Load(content);
            return $"The certificate of the https gateway was renewed: {_loaded.Certificate.Thumbprint}, valid until "
                + $"{_loaded.Certificate.NotAfter.ToUniversalTime():u}.";
        }
        catch (Exception e) when (IsOfTheFile(e))
        {
            // It is half written, or gone for a moment: the next look may find it whole. It is told once.
            var first = _seen.Length > 0;
            _seen = [];
            return first ? $"The changed certificate in '{_file}' cannot be used, and the one before still is: "
                + e.Message : "";
        }
    }

    private static bool IsOfTheFile(Exception e) =>
        e is IOException or UnauthorizedAccessException or CryptographicException or ArgumentException;

    private byte[] Content() => _keyFile is null ? File.ReadAllBytes(_file)
        : [.. File.ReadAllBytes(_file), (byte)'\n', .. File.ReadAllBytes(_keyFile)];

    private Loaded Load(byte[] content)
    {
        var text = Encoding.Latin1.GetString(content);
        X509Certificate2Collection all = [];
        X509Certificate2 certificate;
        if (text.Contains("-----BEGIN ", StringComparison.Ordinal))
        {
            all.ImportFromPem(text);
            using var read = X509Certificate2.CreateFromPem(text, text);
            // TLS on Windows takes no key that lives in memory alone.
            certificate = X509CertificateLoader.LoadPkcs12(read.Export(X509ContentType.Pkcs12), null);
        }
        else
        {
            all = X509CertificateLoader.LoadPkcs12Collection(content, null);
            certificate = all.FirstOrDefault(c => c.HasPrivateKey)
                ?? throw new CryptographicException("It holds no private key.");
        }
        var now = _time.GetUtcNow();
        if (now < certificate.NotBefore.ToUniversalTime() || now > certificate.NotAfter.ToUniversalTime())
        {
            throw new CryptographicException($"It is valid from {certificate.NotBefore.ToUniversalTime():u} to "
                + $"{certificate.NotAfter.ToUniversalTime():u}.");
        }
        X509Certificate2Collection issuers = [.. all.Where(c => c.Thumbprint != certificate.Thumbprint)];
        return new(certificate, SslStreamCertificateContext.Create(certificate, issuers, offline: true));
    }

    /// <summary>A certificate and what is sent along with it.</summary>
    internal sealed record Loaded(X509Certificate2 Certificate, SslStreamCertificateContext Context);
}
